import assert from "node:assert/strict"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import type { NewAttachment } from "@deskhand/contract/conversations/thread"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { absentFiles } from "../../../test/desk/http.ts"
import { sql } from "../../db/db.ts"
import { DeskError } from "../../errors.ts"
import { keyOf, type StoredFile } from "../../files/files.ts"
import { attachments as contents } from "../../seed/scenario/attachments.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { insertAttachments, prepareAttachments } from "./store.ts"
import { removeOrphans } from "./sweep.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk({ attachmentLimit: 1_000 }))
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

function entry(given: Partial<NewAttachment> & { text?: string } = {}): NewAttachment {
  const { text = "Hello", ...more } = given
  return { fileName: "hello.txt", mimeType: "text/plain", data: Buffer.from(text).toString("base64"), ...more }
}

async function refusalOf(...entries: NewAttachment[]): Promise<DeskError> {
  try {
    await prepareAttachments(desk.files, desk.config, entries, "threads[0].attachments")
  } catch (error) {
    assert.ok(error instanceof DeskError)
    return error
  }
  return assert.fail("They were not refused")
}

describe("prepareAttachments and insertAttachments", () => {
  test("what is written is read through the links", async () => {
    const { active } = ids.conversations
    const { question } = ids.threads.active
    const picture = entry({
      fileName: "../photo.png",
      mimeType: "image/png",
      data: contents.picture.content.toString("base64"),
    })
    const prepared = await prepareAttachments(desk.files, desk.config, [entry(), picture], "attachments")
    await desk.db.transaction((db) => insertAttachments(db, question, prepared))
    const { body } = await desk.get(`/v2/conversations/${active}/threads/${question}`, ada)
    const [hello, photo] = body._embedded.attachments
    assert.deepEqual(
      [hello.filename, hello.mimeType, hello.size, hello.state, "width" in hello],
      ["hello.txt", "text/plain", 5, "valid", false],
    )
    assert.deepEqual([photo.filename, photo.size, photo.width, photo.height], ["photo.png", 70, 1, 1])
    assert.deepEqual((await desk.get(hello._links.data.href, ada)).body, { data: "SGVsbG8=" })
    const { jobs } = await desk.db.one<{ jobs: number }>(sql`select count(*) as jobs from graphile_worker.jobs`)
    assert.equal(jobs, 0)
  })

  test("exactly the limit and nothing at all are taken, one byte more is 413 with its path", async () => {
    const sizes = [entry({ text: "x".repeat(1_000) }), entry({ text: "" })]
    const prepared = await prepareAttachments(desk.files, desk.config, sizes, "attachments")
    assert.deepEqual(
      prepared.map(({ sizeBytes }) => sizeBytes),
      [1_000, 0],
    )
    const { status, code, fields } = await refusalOf(entry(), entry({ text: "x".repeat(1_001) }))
    assert.deepEqual([status, code], [413, "too_large"])
    assert.deepEqual(fields, [
      {
        path: "threads[0].attachments[1].data",
        source: "JSON",
        message: "must have at most 1000 bytes, decoded",
      },
    ])
  })

  test("names every mistake with its path, and writes nothing", async () => {
    const { status, fields } = await refusalOf(
      entry({ text: "only here" }),
      entry({ data: "SGVsbG8-", mimeType: "text" }),
      entry({ data: "data:text/plain;base64,SGVsbG8=" }),
    )
    assert.equal(status, 400)
    assert.deepEqual(
      fields.map(({ path, rejectedValue }) => [path, rejectedValue]),
      [
        ["threads[0].attachments[1].mimeType", "text"],
        ["threads[0].attachments[1].data", undefined],
        ["threads[0].attachments[2].data", undefined],
      ],
    )
    const file = { key: keyOf(Buffer.from("only here")), sizeBytes: 9 }
    await assert.rejects(desk.files.read(file), { code: "file_missing" })
  })

  test("over HTTP mistakes have their paths, and nothing is written", async () => {
    const path = `/v2/conversations/${ids.conversations.active}/customer`
    const post = async (attachment: object) => {
      const body = { text: "Hello", customer: { id: ids.customers.female }, attachments: [entry(), attachment] }
      const answer = await desk.send("POST", path, { token: ada, body })
      return [answer.status, ...(answer.body?._embedded.errors.map((error: { path: string }) => error.path) ?? [])]
    }
    const count = () => desk.db.one(sql`select count(*) from threads`)
    const before = await count()
    const { data, ...dataless } = entry()
    assert.deepEqual(await post(dataless), [400, "attachments[1].data"])
    assert.deepEqual(await post(entry({ fileName: "" })), [400, "attachments[1].fileName"])
    assert.deepEqual(await post(entry({ fileName: "x".repeat(256) })), [400, "attachments[1].fileName"])
    assert.deepEqual(await post(entry({ mimeType: "text/plain\r\nX: y" })), [400, "attachments[1].mimeType"])
    assert.deepEqual(await post(entry({ data: "SGVsbG8?" })), [400, "attachments[1].data"])
    assert.deepEqual(await post(entry({ text: "x".repeat(1_001) })), [413, "attachments[1].data"])
    assert.deepEqual(await count(), before)
    assert.deepEqual(await post(entry({ fileName: "\u{1f389}".repeat(255) })), [201])
  })

  test("names are words beside the contents: no file is called so, and headers stay whole (U1, U2, U3)", async () => {
    const names: [given: string, shown: string][] = [
      [".htaccess", ".htaccess"],
      ["\u200b.htaccess", ".htaccess"],
      ["x.phtml", "x.phtml"],
      ["x.jpg.php", "x.jpg.php"],
      ["x.php%00.jpg", "x.php%00.jpg"],
      ["x.php.", "x.php."],
      ["x.php::$DATA", "x.php::$DATA"],
      ["web.config", "web.config"],
      [".user.ini", ".user.ini"],
      ["../../../etc/cron.d/x", "x"],
      ["..%2f..%2fetc", "..%2f..%2fetc"],
      ["/etc/passwd", "passwd"],
      ["\\\\server\\share\\x.txt", "x.txt"],
      ['a\r\nX-Evil: "1".txt', 'aX-Evil: "1".txt'],
      ["photo\u202egpj.exe", "photogpj.exe"],
      ["...", "attachment"],
    ]
    const body = {
      text: "Names",
      customer: { id: ids.customers.female },
      attachments: names.map(([fileName], index) => entry({ fileName, text: `Contents ${index}` })),
    }
    const { active } = ids.conversations
    const answer = await desk.send("POST", `/v2/conversations/${active}/customer`, { token: ada, body })
    assert.equal(answer.status, 201)
    const thread = await desk.get(answer.headers.get("location") ?? "", ada)
    const shown: { filename: string; _links: { download: { href: string } } }[] = thread.body._embedded.attachments
    assert.deepEqual(
      shown.map(({ filename }) => filename),
      names.map(([, name]) => name),
    )
    for (const [index, { filename, _links }] of shown.entries()) {
      const { body, headers } = await desk.get(_links.download.href, ada)
      assert.equal(body, `Contents ${index}`)
      assert.equal(headers.get("x-evil"), null)
      assert.equal(decodeURIComponent(headers.get("content-disposition")?.split("''")[1] ?? ""), filename)
    }
    const entries = await readdir(desk.config.filesDir, { recursive: true, withFileTypes: true })
    for (const file of entries.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name)
      assert.match(path.slice(desk.config.filesDir.length), /^\/[0-9a-f]{2}\/[0-9a-f]{62}$/)
      assert.equal((await stat(path)).mode & 0o777, 0o600)
    }
    const count = () => desk.db.one(sql`select count(*) from attachments`)
    const before = await count()
    const long = { ...body, attachments: [entry({ fileName: "x".repeat(4_096) })] }
    assert.equal(
      (await desk.send("POST", `/v2/conversations/${active}/customer`, { token: ada, body: long })).status,
      400,
    )
    assert.deepEqual(await count(), before)
  })

  test("a store that is away is 503", async () => {
    await assert.rejects(prepareAttachments(absentFiles(), desk.config, [entry()], "attachments"), { status: 503 })
  })
})

describe("attachments.remove-orphans", () => {
  test("takes files whose rows were never committed or are gone, and keeps all others", async () => {
    const { question } = ids.threads.pending
    const texts = ["kept", "rolled back", "deleted"]
    const [kept, rolledBack, deleted] = texts.map((text) => ({
      key: keyOf(Buffer.from(text)),
      sizeBytes: text.length,
    })) as [StoredFile, StoredFile, StoredFile]
    for (const text of texts)
      await desk.db
        .transaction(async (db) => {
          const prepared = await prepareAttachments(desk.files, desk.config, [entry({ text })], "attachments")
          await insertAttachments(db, question, prepared)
          if (text === "rolled back") throw new Error("Changed my mind")
        })
        .catch((error: Error) => assert.equal(error.message, "Changed my mind"))
    await desk.db.run(sql`delete from attachments where storage_key = ${deleted.key}`)
    const work = (now: Date) =>
      removeOrphans({
        config: desk.config,
        db: desk.db,
        replica: undefined,
        files: desk.files,
        outgoing: desk.outgoing,
        now: () => now,
      })
    await work(new Date(Date.now() + 3_600_000))
    for (const file of [kept, rolledBack, deleted]) await desk.files.read(file)
    await work(new Date(Date.now() + 24 * 3_600_000))
    await desk.files.read(kept)
    for (const file of [rolledBack, deleted]) await assert.rejects(desk.files.read(file), { code: "file_missing" })
    for (const { content } of Object.values(contents))
      await desk.files.read({ key: keyOf(content), sizeBytes: content.length })
  })
})

import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { problemOf, type Threading, threadingDesk } from "../../../test/mail/threading.ts"
import { sql } from "../../db/db.ts"
import { removeOrphans } from "./sweep.ts"

let on: Threading
let id: number

before(async () => {
  on = await threadingDesk({ uploadBytesPerHour: 20, uploadFilesPerHour: 3 })
})
after(() => on.desk.close())
beforeEach(async () => {
  on.desk.clock.now = new Date("2026-03-04T05:06:07Z")
  await on.desk.db.run(sql`delete from uploads`)
  id = await on.open()
})

const files = (...sizes: number[]) =>
  sizes.map((size) => ({
    fileName: "x.txt",
    mimeType: "text/plain",
    data: Buffer.alloc(size, "x").toString("base64"),
  }))

const note = (attachments: object[], token = on.ada) => on.add(id, "notes", { text: "See", attachments }, { token })
const statuses = async (...asked: object[][]) => {
  const all: number[] = []
  for (const attachments of asked) all.push((await note(attachments)).status)
  return all
}

describe("what one user uploads in an hour (U16)", () => {
  test("is limited in bytes and in files, and then 429 says when it goes on", async () => {
    assert.deepEqual(await statuses(files(10), files(10), files(1)), [201, 201, 429])
    const refused = await note(files(1))
    assert.deepEqual(problemOf(refused), [429, "upload_limit"])
    assert.equal(refused.headers.get("retry-after"), String(53 * 60 + 53))
    assert.equal((await note([])).status, 201)
    assert.equal((await note(files(1), on.tokens.grace)).status, 201)
    on.desk.clock.now = new Date("2026-03-04T06:00:00Z")
    assert.deepEqual(await statuses(files(0, 0), files(0, 0), files(0)), [201, 429, 201])
  })

  test("is 413 where one request alone is too much, and nothing is kept", async () => {
    for (const attachments of [files(21), files(1, 1, 1, 1)])
      assert.deepEqual(problemOf(await note(attachments)), [413, "too_large"])
    assert.deepEqual(await on.desk.db.many(sql`select bytes from uploads`), [])
    assert.equal((await note(files(20))).status, 201)
  })

  test("counts by every way in", async () => {
    const attach = on.change("POST", { id, threadId: await on.added(id, "notes") }, files(6)[0], {
      under: "/attachments",
    })
    assert.equal((await attach).status, 201)
    const made = await on.post({
      ...on.minimal,
      threads: [{ ...(on.minimal["threads"] as object[])[0], attachments: files(6) }],
    })
    assert.equal(made.status, 201)
    const forward = (size: number) =>
      on.desk.send("POST", `/v2/conversations/${id}/forward`, {
        token: on.ada,
        body: { text: "See", to: ["somebody@elsewhere.example"], attachments: files(size) },
      })
    assert.equal((await forward(9)).status, 429)
    assert.equal((await forward(8)).status, 201)
  })

  test("is one sum of many at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => note(files(1))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 429, 429, 429, 429, 429])
  })

  test("is forgotten the day after", async () => {
    await note(files(1))
    const { config, db, files: store, outgoing } = on.desk
    const later = new Date(on.desk.clock.now.getTime() + 26 * 3_600_000)
    await removeOrphans({ config, db, files: store, outgoing, replica: undefined, now: () => later })
    assert.deepEqual(await on.desk.db.many(sql`select bytes from uploads`), [])
  })
})

import assert from "node:assert/strict"
import { rm, truncate } from "node:fs/promises"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { Attachment } from "@deskhand/contract/conversations/thread"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import { keyOf } from "../../files/files.ts"
import { attachments as contents } from "../../seed/scenario/attachments.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let grace: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  grace = await desk.tokenFor(ids.users.grace)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

type Name = keyof typeof contents

const idOf = (name: Name) => ids.attachments[contents[name].filename] ?? 0
const selfOf = (name: Name) => `/v2/conversations/${ids.conversations.withAttachments}/attachments/${idOf(name)}`

/** The raw answer, with its bytes. */
async function download(path: string, headers: Record<string, string> = {}, method = "GET") {
  const url = path.startsWith("http") ? path : desk.origin + path
  const response = await fetch(url, { method, headers: { Authorization: `Bearer ${ada}`, ...headers } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe("links of attachments", () => {
  test("all of them answer", async () => {
    const { body } = await desk.get(`/v2/conversations/${ids.conversations.withAttachments}/threads`, ada)
    const shown: Attachment[] = body._embedded.threads.flatMap(
      (thread: { _embedded: { attachments: Attachment[] } }) => thread._embedded.attachments,
    )
    assert.deepEqual(shown.map(({ filename }) => filename).sort(), [
      "invoice.exe",
      "letter.txt",
      "one pixel ünïcode.png",
    ])
    for (const attachment of shown) {
      const { status, headers, body } = await desk.get(attachment._links.self.href, ada)
      assert.equal(status, 200)
      assertShape(Attachment, body)
      assert.deepEqual(body, attachment)
      const etag = headers.get("etag") ?? ""
      assert.equal((await desk.get(attachment._links.self.href, ada, { "If-None-Match": etag })).status, 304)
      const isHarmless = attachment.state === "valid"
      for (const link of [attachment._links.data, attachment._links.download])
        assert.equal((await desk.get(link.href, ada)).status, isHarmless ? 200 : 403)
      assert.equal((await download(attachment._links.web.href)).status, 200)
    }
  })
})

describe("GET …/attachments/{id}/data", () => {
  test("has the contents in base64, with an ETag", async () => {
    for (const name of ["picture", "letter"] as const) {
      const { status, headers, body } = await desk.get(`${selfOf(name)}/data`, ada)
      assert.equal(status, 200)
      assert.deepEqual(body, { data: contents[name].content.toString("base64") })
      const etag = headers.get("etag") ?? ""
      assert.equal((await desk.get(`${selfOf(name)}/data`, ada, { "If-None-Match": etag })).status, 304)
    }
  })
})

describe("GET …/attachments/{id}/file", () => {
  test("has the bytes with their type, to be saved and never to be run", async () => {
    const { status, headers, bytes } = await download(`${selfOf("picture")}/file`)
    assert.equal(status, 200)
    assert.deepEqual(bytes, contents.picture.content)
    const sent = [
      "content-type",
      "content-length",
      "content-disposition",
      "x-content-type-options",
      "content-security-policy",
      "cache-control",
      "accept-ranges",
      "etag",
    ].map((name) => headers.get(name))
    assert.deepEqual(sent, [
      "image/png",
      "70",
      `attachment; filename="one pixel _n_code.png"; filename*=UTF-8''one%20pixel%20%C3%BCn%C3%AFcode.png`,
      "nosniff",
      "sandbox; default-src 'none'; frame-ancestors 'none'",
      "private, no-store",
      "bytes",
      `"${keyOf(contents.picture.content)}"`,
    ])
  })

  test("is a picture only if it begins like one, whatever it says it is (U4)", async () => {
    const set = (mimeType: string, content: string) =>
      desk.files.write(Buffer.from(content, "latin1")).then((key) =>
        desk.db.run(sql`update attachments set mime_type = ${mimeType}, width = null, height = null,
          storage_key = ${key}, size_bytes = ${content.length} where id = ${idOf("letter")}`),
      )
    const before = contents.letter.content.toString("latin1")
    for (const [mimeType, content, sent] of [
      ["image/png", "<html><script>alert(1)</script>", "application/octet-stream"],
      ["image/png", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "application/octet-stream"],
      ["image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>", "application/octet-stream"],
      ["image/gif", "", "application/octet-stream"],
      ["image/gif", "GIF89a/*=1;alert(1)//", "image/gif"],
      ["image/avif", "\0\0\0\x20ftypavif\0\0\0\0", "image/avif"],
      ["application/pdf", "%PDF-1.4 <html>", "application/pdf"],
      ["image/png\r\nX: y", "\x89PNG\r\n\x1a\n", "application/octet-stream"],
    ] as const) {
      await set(mimeType, content)
      const { status, headers } = await download(`${selfOf("letter")}/file`)
      const names = ["content-type", "x-content-type-options"]
      assert.deepEqual([status, ...names.map((name) => headers.get(name))], [200, sent, "nosniff"], content)
      assert.match(headers.get("content-disposition") ?? "", /^attachment; /)
    }
    await set("text/plain", before)
  })

  test("is never a part of a page, but for a picture", async () => {
    const path = `${selfOf("letter")}/file`
    for (const destination of ["script", "style", "iframe", "object", "embed", "worker", "serviceworker", "xslt"])
      assert.equal((await download(path, { "Sec-Fetch-Dest": destination })).status, 403, destination)
    for (const destination of ["image", "document", "empty"])
      assert.equal((await download(path, { "Sec-Fetch-Dest": destination })).status, 200, destination)
  })

  test("ranges: 206 with the part, 416 behind the end, all of it for another version", async () => {
    const path = `${selfOf("letter")}/file`
    const whole = contents.letter.content
    const part = await download(path, { Range: "bytes=5-7" })
    assert.deepEqual([part.status, String(part.bytes)], [206, "Sir"])
    assert.equal(part.headers.get("content-range"), `bytes 5-7/${whole.length}`)
    assert.equal(part.headers.get("content-length"), "3")
    assert.equal(String((await download(path, { Range: "bytes=-9" })).bytes), "enclosed.\n".slice(-9))
    const etag = part.headers.get("etag") ?? ""
    assert.equal((await download(path, { Range: "bytes=0-0", "If-Range": etag })).status, 206)
    for (const headers of [{ "If-Range": '"old"', Range: "bytes=0-0" }, { Range: "bytes=0-0,2-3" }]) {
      const { status, bytes } = await download(path, headers)
      assert.deepEqual([status, bytes], [200, whole])
    }
    const behind = await desk.get(path, ada, { Range: "bytes=40-" })
    assert.equal(behind.status, 416)
    assert.equal(behind.headers.get("content-range"), "bytes */40")
    assert.match(behind.body._links.about.href, /\/errors\/range$/)
  })

  test("HEAD and 304 have the headers alone", async () => {
    const path = `${selfOf("letter")}/file`
    const head = await download(path, {}, "HEAD")
    assert.deepEqual([head.status, head.bytes.length, head.headers.get("content-length")], [200, 0, "40"])
    const etag = head.headers.get("etag") ?? ""
    const same = await download(path, { "If-None-Match": etag, Range: "bytes=400-" })
    assert.deepEqual([same.status, same.bytes.length, same.headers.get("etag")], [304, 0, etag])
    assert.equal(same.headers.get("content-type"), null)
  })

  test("a large file comes whole, and one that nobody reads to its end keeps nothing waiting", async () => {
    const large = Buffer.alloc(5_000_000, "0123456789")
    const key = await desk.files.write(large)
    await desk.db.run(sql`update attachments set storage_key = ${key}, size_bytes = ${large.length}
      where id = ${idOf("letter")}`)
    const path = `${selfOf("letter")}/file`
    const left = new AbortController()
    const response = await fetch(desk.origin + path, {
      headers: { Authorization: `Bearer ${ada}` },
      signal: left.signal,
    })
    assert.equal(response.status, 200)
    left.abort()
    const { bytes } = await download(path)
    assert.ok(bytes.equals(large))
    await desk.db.run(sql`update attachments set storage_key = ${keyOf(contents.letter.content)}, size_bytes = 40
      where id = ${idOf("letter")}`)
  })
})

describe("attachments that are not to be had", () => {
  test("a virus is known, and its contents are nobody's", async () => {
    assert.equal((await desk.get(selfOf("virus"), ada)).body.state, "virus")
    for (const part of ["data", "file"]) {
      const { status, headers, body } = await desk.get(`${selfOf("virus")}/${part}`, ada)
      assert.equal(status, 403)
      assert.equal(body.message, "The scanner found something malicious in this attachment: Scenario.Test")
      assert.match(body._links.about.href, /\/errors\/virus$/)
      assert.equal(headers.get("etag"), null)
    }
  })

  test("a verdict that comes later revokes at once, also for who has the ETag", async () => {
    const path = `${selfOf("picture")}/file`
    const etag = (await download(path)).headers.get("etag") ?? ""
    const setState = (state: string) =>
      desk.db.run(sql`update attachments set state = ${state} where id = ${idOf("picture")}`)
    await setState("virus")
    for (const headers of [{ "If-None-Match": etag }, { Range: "bytes=0-1" }])
      assert.equal((await download(path, headers)).status, 403)
    await setState("valid")
    assert.equal((await download(path, { "If-None-Match": etag })).status, 304)
  })

  test("one that is not scanned yet is to be asked for later", async () => {
    for (const path of ["", "/data", "/file"]) {
      const { status, headers, body } = await desk.get(selfOf("pending") + path, ada)
      assert.deepEqual([status, headers.get("retry-after")], [409, "5"])
      assert.match(body._links.about.href, /\/errors\/scan_pending$/)
    }
  })

  test("404 under another conversation, in a hidden inbox, of another's draft and for none", async () => {
    const { active, hidden, everyThreadState } = ids.conversations
    const at = (conversation: number, part: string) =>
      `/v2/conversations/${conversation}/attachments/${idOf("letter")}${part}`
    const moveTo = (thread: number) =>
      desk.db.run(sql`update attachments set thread_id = ${thread} where id = ${idOf("letter")}`)
    const statuses = (conversation: number, token: string) =>
      Promise.all(["", "/data", "/file"].map(async (part) => (await desk.get(at(conversation, part), token)).status))
    assert.deepEqual(await statuses(active, ada), [404, 404, 404])
    await moveTo(ids.threads.hidden.question)
    assert.deepEqual(await statuses(hidden, limited), [404, 404, 404])
    assert.deepEqual(await statuses(hidden, ada), [200, 200, 200])
    await moveTo(ids.threads.everyThreadState.draft)
    assert.deepEqual(await statuses(everyThreadState, grace), [404, 404, 404])
    assert.deepEqual(await statuses(everyThreadState, ada), [200, 200, 200])
    await moveTo(ids.threads.withAttachments.answer)
    assert.equal((await desk.get(`/v2/conversations/${active}/attachments/999999999/file`, ada)).status, 404)
    assert.equal((await desk.get(`${selfOf("letter")}/file`)).status, 401)
    assert.equal((await desk.get(`/v2/conversations/${active}/attachments/x/file`, ada)).status, 400)
  })

  test("a file that is lost or damaged is an error that says so", async () => {
    const key = keyOf(contents.letter.content)
    const path = join(desk.config.filesDir, key.slice(0, 2), key.slice(2))
    for (const damage of [() => truncate(path, 3), () => rm(path)]) {
      await damage()
      for (const part of ["data", "file"]) {
        const { status, headers, body } = await desk.get(`${selfOf("letter")}/${part}`, ada)
        assert.equal(status, 500)
        assert.match(body._links.about.href, /\/errors\/file_missing$/)
        assert.equal(headers.get("content-disposition"), null)
      }
    }
    await desk.files.write(contents.letter.content)
    assert.equal((await desk.get(`${selfOf("letter")}/file`, ada)).status, 200)
  })
})

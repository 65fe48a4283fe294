import assert from "node:assert/strict"
import { get, ids } from "../desk.ts"
import { conversation, link, thread } from "../scenario.ts"
import { section } from "../section.ts"

const pictureName = "one pixel ünïcode.png"
const picture = async () => (await thread("withAttachments", "question"))._embedded.attachments[0]
const letter = async () => (await thread("withAttachments", "answer"))._embedded.attachments[0]
const pathOf = (filename: string) =>
  `/v2/conversations/${ids.conversations.withAttachments}/attachments/${ids.attachments[filename]}`

section("attachment", (item) => {
  item("id", async () => {
    assert.equal((await picture()).id, ids.attachments[pictureName])
  })

  item("filename", async () => {
    assert.deepEqual([(await picture()).filename, (await letter()).filename], [pictureName, "letter.txt"])
  })

  item("mimeType", async () => {
    assert.deepEqual([(await picture()).mimeType, (await letter()).mimeType], ["image/png", "text/plain"])
  })

  item("width", async () => {
    assert.equal((await picture()).width, 1)
    assert.equal("width" in (await letter()), false)
  })

  item("height", async () => {
    assert.equal((await picture()).height, 1)
    assert.equal("height" in (await letter()), false)
  })

  item("size", async () => {
    assert.deepEqual([(await picture()).size, (await letter()).size], [70, 40])
  })

  item("state", async () => {
    assert.equal((await picture()).state, "valid")
    const { _embedded } = await thread("withAttachments", "warning")
    assert.deepEqual(
      _embedded.attachments.map(({ filename, state }: Record<string, string>) => [filename, state]),
      [["invoice.exe", "virus"]],
    )
  })

  item("link self", async () => {
    assert.deepEqual((await picture())._links.self, link(pathOf(pictureName)))
    const { status, body } = await get(pathOf(pictureName))
    assert.equal(status, 200)
    assert.deepEqual(body, await picture())
  })

  item("link data", async () => {
    const { data } = (await picture())._links
    assert.deepEqual(data, link(`${pathOf(pictureName)}/data`))
    const { status, body } = await get(data.href)
    assert.equal(status, 200)
    assert.match(body.data, /^iVBORw0KGgo/)
    assert.equal(Buffer.from(body.data, "base64").length, 70)
  })

  item("link download", async () => {
    const { download } = (await letter())._links
    assert.deepEqual(download, link(`${pathOf("letter.txt")}/file`))
    const { status, headers, body } = await get(download.href)
    assert.equal(status, 200)
    assert.match(headers.get("Content-Type") ?? "", /^text\/plain/)
    assert.equal(body, "Dear Sir,\nplease find nothing enclosed.\n")
  })

  item("link web", async () => {
    const { number } = await conversation("withAttachments")
    const { web } = (await picture())._links
    const page = `/conversation/${ids.conversations.withAttachments}/${number}`
    assert.deepEqual(web, link(`${page}#attachment-${ids.attachments[pictureName]}`))
  })
})

import assert from "node:assert/strict"
import { get, ids, read } from "../desk.ts"
import { section } from "../section.ts"
import { added, addThread, assertNames, made, newAddress } from "../writing.ts"

/** A closed conversation of its own to add to. */
const closed = async () => (await made({ status: "closed" })).id

async function assertThreadRefused(changes: Record<string, unknown>, path: string): Promise<void> {
  const id = await closed()
  assertNames(await addThread(id, changes), path)
  assert.equal((await read(`/v2/conversations/${id}`)).status, "closed")
}

section("customer-thread", (item) => {
  item("text", async () => {
    const { thread } = await added(await closed(), { text: "<p>Où est-il?</p>" })
    assert.deepEqual([thread.type, thread.state, thread.body], ["customer", "published", "<p>Où est-il?</p>"])
    for (const text of [undefined, "", 5]) await assertThreadRefused({ text }, "text")
  })

  item("customer", async () => {
    const byId = await added(await closed(), { customer: { id: ids.customers.full } })
    assert.deepEqual([byId.thread.customer.id, byId.thread.createdBy.id], [ids.customers.full, ids.customers.full])
    const email = newAddress()
    const byEmail = await added(await closed(), { customer: { email, firstName: "Nils" } })
    const { id, first } = byEmail.thread.customer
    assert.equal(first, "Nils")
    assert.equal((await read(`/v2/customers/${id}`))._embedded.emails[0].value, email)
    for (const customer of [undefined, {}]) await assertThreadRefused({ customer }, "customer")
    await assertThreadRefused({ customer: { id: 999_999_999 } }, "customer.id")
  })

  item("imported", async () => {
    const id = await closed()
    const before = await read(`/v2/conversations/${id}`)
    const { conversation, thread } = await added(id, { imported: true })
    assert.equal(thread.state, "published")
    assert.deepEqual(
      [conversation.status, conversation.closedAt, conversation.closedBy],
      ["closed", before.closedAt, before.closedBy],
    )
  })

  item("cc", async () => {
    const cc = ["copy+one@elsewhere.example", "two@elsewhere.example"]
    assert.deepEqual((await added(await closed(), { cc })).thread.cc, cc)
    await assertThreadRefused({ cc: ["nobody"] }, "cc[0]")
  })

  item("bcc", async () => {
    const bcc = ["blind@elsewhere.example"]
    assert.deepEqual((await added(await closed(), { bcc })).thread.bcc, bcc)
    await assertThreadRefused({ bcc: ["fine@elsewhere.example", "a@b@c"] }, "bcc[1]")
  })

  item("createdAt", async () => {
    const createdAt = "2024-02-29T10:15:00Z"
    assert.equal((await added(await closed(), { imported: true, createdAt })).thread.createdAt, createdAt)
    await assertThreadRefused({ createdAt }, "createdAt")
    await assertThreadRefused({ imported: true, createdAt: "2023-02-29T10:15:00Z" }, "createdAt")
  })

  item("attachments", async () => {
    const file = { fileName: "letter.txt", mimeType: "text/plain", data: Buffer.from("Dear Sir,").toString("base64") }
    const { thread } = await added(await closed(), { attachments: [file] })
    const [{ filename, mimeType, size, _links }] = thread._embedded.attachments
    assert.deepEqual([filename, mimeType, size], ["letter.txt", "text/plain", 9])
    assert.equal((await get(_links.download.href)).body, "Dear Sir,")
    assert.deepEqual(await read(_links.data.href), { data: file.data })
    for (const name of Object.keys(file))
      await assertThreadRefused({ attachments: [{ ...file, [name]: undefined }] }, `attachments[0].${name}`)
    await assertThreadRefused({ attachments: [{ ...file, data: "no base64!" }] }, "attachments[0].data")
  })

  item("response", async () => {
    const id = await closed()
    const { status, headers, body } = await addThread(id)
    assert.deepEqual([status, body], [201, undefined])
    const thread = await read(`/v2/conversations/${id}/threads/${headers.get("Resource-ID")}`)
    assert.equal(thread.body, "<p>One more thing.</p>")
  })

  item("reopens", async () => {
    const reopened = (await added(await closed())).conversation
    assert.equal(reopened.status, "active")
    for (const field of ["closedBy", "closedByUser", "closedAt"]) assert.equal(field in reopened, false, field)
    const still = (await added(await closed(), { imported: true })).conversation
    assert.equal(still.status, "closed")
  })

  item("error 404", async () => {
    const { merged, mergedLongAgo } = ids.conversations
    for (const id of [merged, mergedLongAgo, 999_999_999]) assert.equal((await addThread(id)).status, 404)
  })

  item("error 412", async () => {
    const { with99Threads, with100Threads, old } = ids.conversations
    for (const id of [with99Threads, with100Threads, old]) {
      const { status, headers, body } = await addThread(id)
      assert.equal(status, 412)
      assert.equal(headers.get("Content-Type"), "application/vnd.error+json")
      assert.ok(body.message)
    }
  })
})

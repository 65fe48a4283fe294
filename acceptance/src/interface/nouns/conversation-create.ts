import assert from "node:assert/strict"
import { get, ids, origin, read } from "../desk.ts"
import { listed } from "../scenario.ts"
import { section } from "../section.ts"
import { actionsOf, assertRefused, create, customerThread, made, newConversation, typesOf } from "../writing.ts"

const withReply = { threads: [{ type: "reply", text: "<p>Hello!</p>" }] }

section("conversation-create", (item) => {
  item("subject", async () => {
    const { conversation } = await made({ subject: "Où est ma commande? 📦" })
    assert.equal(conversation.subject, "Où est ma commande? 📦")
    for (const subject of [undefined, null, "", 5]) await assertRefused({ subject }, "subject")
  })

  item("type", async () => {
    for (const type of ["chat", "email", "phone"]) assert.equal((await made({ type })).conversation.type, type)
    for (const type of [undefined, "letter"]) await assertRefused({ type }, "type")
  })

  item("mailboxId", async () => {
    const { conversation } = await made({ mailboxId: ids.inboxes.paging })
    assert.equal(conversation.mailboxId, ids.inboxes.paging)
    assert.equal(conversation.folderId, ids.folders.paging.unassigned)
    for (const mailboxId of [undefined, 999_999_999, "x"]) await assertRefused({ mailboxId }, "mailboxId")
  })

  item("status", async () => {
    for (const status of ["active", "closed", "pending"]) {
      const { conversation } = await made({ status })
      assert.equal(conversation.status, status)
      assert.equal(conversation.closedBy, status === "closed" ? ids.users.ada : undefined)
    }
    for (const status of [undefined, "spam"]) await assertRefused({ status }, "status")
  })

  item("customer", async () => {
    const { conversation } = await made({ customer: { id: ids.customers.full } })
    assert.equal(conversation.primaryCustomer.id, ids.customers.full)
    await assertRefused({ customer: undefined }, "customer")
    await assertRefused({ customer: {} }, "customer")
  })

  item("threads", async () => {
    const types = ["note", "chat", "phone", "reply", "customer"]
    const { threads, conversation } = await made({
      threads: types.map((type) => ({ type, customer: { id: ids.customers.silent }, text: `<p>A ${type}.</p>` })),
    })
    assert.deepEqual(typesOf(threads), ["note", "chat", "phone", "message", "customer"])
    assert.deepEqual(
      threads.map(({ body }: { body: string }) => body),
      types.map((type) => `<p>A ${type}.</p>`),
    )
    assert.equal(conversation.threads, 4)
    assert.equal(conversation.preview, "A customer.")
    for (const threads of [undefined, [], "x"]) await assertRefused({ threads }, "threads")
    await assertRefused({ threads: [{ type: "letter", text: "x" }] }, "threads[0].type")
    await assertRefused({ threads: [{ text: "x" }] }, "threads[0].type")
  })

  item("autoReply", async () => {
    const mailboxId = ids.inboxes.support
    const sent = async (changes: object) =>
      actionsOf((await made({ mailboxId, ...changes })).threads).includes("auto-reply-sent")
    assert.equal(await sent({ autoReply: true }), true)
    assert.equal(await sent({ autoReply: false }), false)
    assert.equal(await sent({}), false)
    assert.equal(await sent({ autoReply: true, ...withReply }), false)
  })

  item("imported", async () => {
    const createdAt = "2019-05-06T07:08:09Z"
    const { conversation, threads } = await made({
      mailboxId: ids.inboxes.support,
      imported: true,
      autoReply: true,
      createdAt,
      threads: [customerThread({ createdAt }), { type: "reply", text: "Long ago", createdAt: "2019-05-06T09:00:00Z" }],
    })
    assert.equal(conversation.createdAt, createdAt)
    assert.deepEqual(
      threads.map((thread: { createdAt: string }) => thread.createdAt),
      [createdAt, "2019-05-06T09:00:00Z"],
    )
    assert.deepEqual(actionsOf(threads), [])
  })

  item("assignTo a number", async () => {
    const { conversation } = await made({ mailboxId: ids.inboxes.paging, assignTo: ids.users.grace })
    assert.equal(conversation.assignee.id, ids.users.grace)
    assert.equal(conversation.folderId, ids.folders.paging.assigned)
    for (const assignTo of [999_999_999, ids.users.deactivated, ids.users.light, "x"])
      await assertRefused({ assignTo }, "assignTo")
  })

  item("assignTo absent", async () => {
    // The hidden inbox gives to Ada what has an answer already.
    const { conversation } = await made({ mailboxId: ids.inboxes.hidden, ...withReply }, "edsger")
    assert.equal(conversation.assignee.id, ids.users.ada)
    assert.equal("assignee" in (await made(withReply)).conversation, false)
  })

  item("assignTo null", async () => {
    const { conversation } = await made({ mailboxId: ids.inboxes.hidden, assignTo: null, ...withReply })
    assert.equal("assignee" in conversation, false)
    assert.equal(conversation.folderId, ids.folders.hidden.unassigned)
  })

  item("createdAt", async () => {
    for (const [given, shown] of [
      ["2024-02-29T10:15:00Z", "2024-02-29T10:15:00Z"],
      ["2024-02-29T10:15:00.123+02:00", "2024-02-29T08:15:00Z"],
    ])
      assert.equal((await made({ createdAt: given })).conversation.createdAt, shown)
    for (const createdAt of ["yesterday", "2023-02-29T10:15:00Z", "2999-01-01T00:00:00Z"])
      await assertRefused({ createdAt }, "createdAt")
  })

  item("closedAt", async () => {
    const { conversation } = await made({
      status: "closed",
      imported: true,
      createdAt: "2020-01-01T00:00:00Z",
      closedAt: "2020-02-03T04:05:06Z",
    })
    assert.equal(conversation.closedAt, "2020-02-03T04:05:06Z")
    await assertRefused({ status: "closed", closedAt: "2020-02-03T04:05:06Z" }, "closedAt")
  })

  item("tags", async () => {
    const { id, conversation } = await made({ tags: ["scenario-vip", "made from outside"] })
    const tags = conversation.tags.map(({ tag }: { tag: string }) => tag)
    assert.deepEqual(tags.sort(), ["made from outside", "scenario-vip"])
    assert.deepEqual(await listed("/v2/conversations?tag=made from outside"), [id])
  })

  item("fields", async () => {
    const { plan, product, steps, quantity, boughtOn } = ids.fields
    const fields = [
      { id: plan.id, value: String(plan.options.Plus) },
      { id: product, value: "Difference Engine" },
      { id: steps, value: "1.\n2." },
      { id: quantity, value: "3.5" },
      { id: boughtOn, value: "2024-02-29" },
    ]
    const mailboxId = ids.inboxes.support
    const { conversation } = await made({ mailboxId, fields })
    assert.deepEqual(
      conversation.customFields.map(({ id, value }: { id: number; value: string }) => ({ id, value })),
      fields,
    )
    assert.equal(conversation.customFields[0].text, "Plus")
    await assertRefused({ mailboxId, fields: [{ id: 999_999_999, value: "x" }] }, "fields[0].id")
    await assertRefused({ mailboxId, fields: [{ id: quantity, value: "many" }] }, "fields[0].value")
    await assertRefused({ mailboxId, fields: [{ id: plan.id, value: "Plus" }] }, "fields[0].value")
    await assertRefused({ mailboxId, fields: [{ id: boughtOn, value: "2023-02-29" }] }, "fields[0].value")
  })

  item("user", async () => {
    const { ada, grace, edsger } = ids.users
    assert.equal((await made(withReply)).conversation.createdBy.id, ada)
    const mailboxId = ids.inboxes.paging
    const threads = [
      { type: "reply", text: "By whom the conversation is" },
      { type: "note", text: "By another", user: edsger },
    ]
    const another = await made({ mailboxId, user: grace, threads })
    assert.equal(another.conversation.createdBy.id, grace)
    assert.deepEqual(
      another.threads.map(({ createdBy }: { createdBy: { id: number } }) => createdBy.id),
      [grace, edsger],
    )
    await assertRefused({ user: 999_999_999 }, "user")
  })

  item("draft conversation", async () => {
    const { id, conversation, threads } = await made({ threads: [{ type: "reply", text: "Not yet", draft: true }] })
    assert.equal(conversation.state, "draft")
    assert.equal(conversation.folderId, ids.folders.empty.drafts)
    assert.deepEqual([threads[0].type, threads[0].state], ["message", "draft"])
    assert.equal(conversation.threads, 0)
    assert.equal((await get(`/v2/conversations/${id}`, { as: "edsger" })).status, 404)
  })

  item("customer thread", async () => {
    const thread = customerThread({ customer: { id: ids.customers.full }, text: "<p>From Mary.</p>" })
    const { conversation, threads } = await made({ threads: [thread] })
    assert.equal(conversation.primaryCustomer.id, ids.customers.silent)
    assert.deepEqual([conversation.createdBy.id, conversation.createdBy.type], [ids.customers.full, "customer"])
    assert.deepEqual([threads[0].customer.id, threads[0].body], [ids.customers.full, "<p>From Mary.</p>"])
    assert.deepEqual(conversation.source.via, "customer")
    await assertRefused({ threads: [customerThread({ text: undefined })] }, "threads[0].text")
  })

  item("attachments", async () => {
    const attachments = [
      { fileName: "grüße.txt", mimeType: "text/plain", data: Buffer.from("Grüße").toString("base64") },
    ]
    const { threads } = await made({ threads: [customerThread({ attachments })] })
    const [attachment] = threads[0]._embedded.attachments
    assert.deepEqual(
      [attachment.filename, attachment.mimeType, attachment.size, attachment.state],
      ["grüße.txt", "text/plain", 7, "valid"],
    )
    assert.deepEqual(await read(attachment._links.data.href), { data: attachments[0]?.data })
    const broken = customerThread({ attachments: [{ fileName: "x", mimeType: "text/plain", data: "no base64!" }] })
    await assertRefused({ threads: [broken] }, "threads[0].attachments[0].data")
    // What a scan has found to be malicious is out of reach.
    const path = `/v2/conversations/${ids.conversations.withAttachments}/attachments/${ids.attachments["invoice.exe"]}`
    assert.equal((await get(`${path}/data`)).status, 403)
  })

  item("response 201", async () => {
    const { status, headers, body } = await create()
    assert.deepEqual([status, body], [201, undefined])
    const id = headers.get("Resource-ID") ?? ""
    assert.match(id, /^\d+$/)
    assert.equal((await read(`/v2/conversations/${id}`)).subject, newConversation()["subject"])
  })

  item("response Location", async () => {
    const { headers } = await create()
    assert.equal(headers.get("Location"), `${origin}/v2/conversations/${headers.get("Resource-ID")}`)
    assert.equal((await get(headers.get("Location") ?? "")).status, 200)
  })

  item("response Web-Location", async () => {
    const { headers } = await create()
    const { id, number, _links } = await read(headers.get("Location") ?? "")
    assert.equal(headers.get("Web-Location"), `${origin}/conversation/${id}/${number}`)
    assert.equal(headers.get("Web-Location"), _links.web.href)
  })

  item("error 412", async () => {
    const threads = Array.from({ length: 101 }, () => ({ type: "note", text: "One of many" }))
    const { status, headers, body } = await create({ threads })
    assert.equal(status, 412)
    assert.equal(headers.get("Content-Type"), "application/vnd.error+json")
    assert.match(body.message, /100 threads/)
  })
})

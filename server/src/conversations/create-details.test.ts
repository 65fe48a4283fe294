import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Creating, creatingDesk, typed } from "../../test/desk/creating.ts"
import type { TestDesk } from "../../test/desk/desk.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let minimal: Creating["minimal"]
let post: Creating["post"]
let made: Creating["made"]
let refused: Creating["refused"]
let eventsOf: Creating["eventsOf"]

before(async () => {
  ;({ desk, ids, ada, minimal, post, made, refused, eventsOf } = await creatingDesk())
})
after(() => desk.close())

describe("an imported conversation", () => {
  test("keeps its own moments and tells nobody", async () => {
    const { id, conversation, threads } = await made({
      imported: true,
      status: "closed",
      createdAt: "2019-05-06T07:08:09.123+02:00",
      closedAt: "2019-06-01",
      customer: { email: "history@elsewhere.example" },
      tags: ["from history"],
      threads: [typed("customer"), typed("reply", { createdAt: "2019-05-07 08:00" })],
    })
    assert.equal(conversation.createdAt, "2019-05-06T05:08:09Z")
    assert.equal(conversation.closedAt, "2019-06-01T00:00:00Z")
    assert.equal(conversation.closedBy, ids.users.ada)
    assert.deepEqual(
      threads.map(({ createdAt }: { createdAt: string }) => createdAt),
      ["2019-05-06T05:08:09Z", "2019-05-07T08:00:00Z"],
    )
    assert.deepEqual(await eventsOf(id), [{ kind: "convo.imported", user_id: ids.users.ada }])
    const { primaryCustomer, tags } = conversation
    const others = await desk.db.many(sql`select from events where (kind = 'customer.created'
      and subject_id = ${primaryCustomer.id}) or (kind = 'tag.created' and subject_id = ${tags[0].id})`)
    assert.deepEqual(others, [])
    const recent = await desk.get(
      `/v2/conversations?status=all&number=${conversation.number}&modifiedSince=2020-01-01`,
      ada,
    )
    assert.equal(recent.body.page.totalElements, 0)
  })

  test("is the only one with a moment of closing, and its threads the only ones with their own", async () => {
    await refused({ status: "closed", closedAt: "2019-06-01" }, "closedAt")
    await refused({ threads: [typed("customer", { createdAt: "2019-06-01" })] }, "threads[0].createdAt")
    const { threads } = await made({ threads: [typed("customer", { createdAt: "2019-06-01", imported: true })] })
    assert.equal(threads[0].createdAt, "2019-06-01T00:00:00Z")
  })

  test("can be dated without being imported, but not into the future", async () => {
    assert.equal((await made({ createdAt: "2020-02-29" })).conversation.createdAt, "2020-02-29T00:00:00Z")
    await refused({ createdAt: "2027-01-01" }, "createdAt")
    await refused({ createdAt: "1969-12-31" }, "createdAt")
    await refused({ createdAt: "2021-02-29" }, "createdAt")
    await refused({ createdAt: "yesterday" }, "createdAt")
  })
})

describe("closing, auto replies, tags and fields of a new conversation", () => {
  test("a closed one says who closed it and when", async () => {
    const { conversation } = await made({ status: "closed", user: ids.users.grace })
    assert.deepEqual([conversation.closedBy, conversation.closedAt], [ids.users.grace, "2026-03-04T05:06:07Z"])
    assert.equal((await made({ status: "pending" })).conversation.closedBy, undefined)
  })

  test("an auto reply goes out where it is asked for, set up, and the customer has written", async () => {
    const replied = async (changes: object) => {
      const { threads } = await made(changes as Record<string, unknown>)
      return threads.some(({ action }: { action?: { type: string } }) => action?.type === "auto-reply-sent")
    }
    assert.equal(await replied({ autoReply: true }), true)
    assert.equal(await replied({}), false)
    assert.equal(await replied({ autoReply: true, threads: [typed("reply")] }), false)
    assert.equal(await replied({ autoReply: true, mailboxId: ids.inboxes.paging }), false)
    assert.equal(await replied({ autoReply: true, imported: true }), false)
  })

  test("tags are found in any case, made where they are missing, and each stands once", async () => {
    const { conversation } = await made({ tags: ["VIP-ish", "vip-ISH", " vip-ish ", "   ", "VIP ish"] })
    assert.deepEqual(conversation.tags.map(({ tag }: { tag: string }) => tag).sort(), ["VIP ish", "vip-ish"])
    const again = await made({ tags: ["vip-ish"] })
    assert.equal(
      conversation.tags.some(({ id }: { id: number }) => id === again.conversation.tags[0].id),
      true,
    )
    const answers = await Promise.all(Array.from({ length: 6 }, () => post({ ...minimal, tags: ["rush tag"] })))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  })

  for (const [name, value, good] of [
    ["number", "1e5", false],
    ["number", "-3.50", true],
    ["date", "2026-02-30", false],
    ["date", "2026-02-28", true],
    ["line", "two\nlines", false],
    ["line", "x".repeat(256), false],
    ["line", "one line", true],
    ["text", "two\nlines", true],
    ["color", "999999", false],
    ["color", "blue", false],
  ] as const)
    test(`the ${name} field ${good ? "takes" : "refuses"} ${JSON.stringify(value).slice(0, 20)}`, async () => {
      const { plan, product, steps, quantity, boughtOn } = ids.fields
      const id = { number: quantity, date: boughtOn, line: product, text: steps, color: plan.id }[name]
      const fields = [{ id, value }]
      if (good) assert.equal((await made({ fields })).conversation.customFields[0].value, value)
      else await refused({ fields }, "fields[0].value")
    })

  test("a field of another inbox is refused, an empty value sets nothing", async () => {
    await refused({ mailboxId: ids.inboxes.paging, fields: [{ id: ids.fields.quantity, value: "1" }] }, "fields[0].id")
    const { conversation } = await made({ fields: [{ id: ids.fields.quantity, value: "" }] })
    assert.deepEqual(conversation.customFields, [])
  })
})

describe("what a new conversation must have", () => {
  for (const name of ["subject", "type", "mailboxId", "status", "customer", "threads"])
    test(name, () => refused({ [name]: undefined }, name))

  for (const [changes, path] of [
    [{ subject: "" }, "subject"],
    [{ subject: "x".repeat(999) }, "subject"],
    [{ subject: 5 }, "subject"],
    [{ subject: "a\0b" }, "subject"],
    [{ type: "fax" }, "type"],
    [{ status: "spam" }, "status"],
    [{ status: "open" }, "status"],
    [{ mailboxId: 999_999_999 }, "mailboxId"],
    [{ mailboxId: "support" }, "mailboxId"],
    [{ threads: [] }, "threads"],
    [{ threads: "hello" }, "threads"],
    [{ threads: [{ type: "customer" }] }, "threads[0].text"],
    [{ threads: [{ type: "customer", text: "" }] }, "threads[0].text"],
    [{ threads: [{ type: "message", text: "x" }] }, "threads[0].type"],
    [{ threads: [{ type: "customer", text: "x", cc: ["nobody"] }] }, "threads[0].cc[0]"],
    [{ threads: [{ type: "customer", text: "x", customer: {} }] }, "threads[0].customer"],
    [{ tags: ["x".repeat(61)] }, "tags[0]"],
    [{ tags: "vip" }, "tags"],
    [{ fields: [{ id: 1 }] }, "fields[0].value"],
    [{ imported: "maybe" }, "imported"],
  ] as const)
    test(`not ${JSON.stringify(changes).slice(0, 70)}`, () => refused(changes, path))

  test("an inbox that the viewer may use, and the right to write", async () => {
    const limited = await desk.tokenFor(ids.users.limited)
    const answer = await post({ ...minimal, mailboxId: ids.inboxes.hidden }, limited)
    assert.equal(answer.status, 400)
    assert.equal(answer.body._embedded.errors[0].path, "mailboxId")
    assert.equal((await post(minimal, limited)).status, 201)
    assert.equal((await post(minimal, await desk.tokenFor(ids.users.light))).status, 403)
    assert.equal((await post(minimal, await desk.tokenFor(ids.users.ada, "read-only"))).status, 403)
  })

  test("at most 100 threads; more are another failure than bad input", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => typed("note", { text: `Note ${index}` }))
    const { id } = await made({ threads: many(100) })
    const threads = await desk.get(`/v2/conversations/${id}/threads`, ada)
    assert.equal(threads.body.page.totalElements, 100)
    const answer = await post({ ...minimal, threads: many(101) })
    assert.equal(answer.status, 412)
    assert.match(answer.body._links.about.href, /\/errors\/too_many_threads$/)
  })
})

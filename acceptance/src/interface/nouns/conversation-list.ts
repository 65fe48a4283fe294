import assert from "node:assert/strict"
import { get, ids, read } from "../desk.ts"
import { ago, conversation, conversationIds, listed, sorted } from "../scenario.ts"
import { section } from "../section.ts"

/** Of the support inbox, which has fewer than a hundred. */
const inSupport = (query: string) => listed(`/v2/conversations?mailbox=${ids.inboxes.support}&size=100&${query}`)

interface Row {
  createdAt: string
  subject: string
  status: string
  number: number
  mailboxId: number
  primaryCustomer: { first?: string; last?: string; email?: string }
  customerWaitingSince?: { time: string }
}

/** What each row says of the thing it is sorted by; undefined where that is nowhere in it. */
const keys: Record<string, ((row: Row) => string | number | undefined) | undefined> = {
  createdAt: (row) => row.createdAt,
  customerEmail: ({ primaryCustomer }) => (primaryCustomer.email ?? "").toLowerCase(),
  mailboxid: (row) => row.mailboxId,
  number: (row) => row.number,
  status: (row) => row.status,
}

async function assertSorted(field: string, order: "asc" | "desc"): Promise<void> {
  const path = `/v2/conversations?status=all&size=100&sortField=${field}&sortOrder=${order}`
  const { _embedded } = await read(path)
  const found = _embedded.conversations.map((row: Row) => keys[field]?.(row))
  const expected = found.toSorted((one: string | number, other: string | number) => (one < other ? -1 : 1))
  assert.deepEqual(found, order === "asc" ? expected : expected.reverse(), `${field} ${order}`)
}

/** That these come one after the other, whatever stands between them; backwards with `desc`. */
async function assertBefore(field: string, names: string[], more = ""): Promise<void> {
  const wanted = conversationIds(...names)
  for (const order of ["asc", "desc"]) {
    const all = await inSupport(`status=all&sortField=${field}&sortOrder=${order}${more}`)
    const found = all.filter((id) => wanted.includes(id))
    assert.deepEqual(found, order === "asc" ? wanted : wanted.toReversed(), `${field} ${order}`)
  }
}

section("conversation-list", (item) => {
  item("response", async () => {
    const body = await read("/v2/conversations")
    assert.deepEqual(Object.keys(body).sort(), ["_embedded", "_links", "page"])
    const listedRow = body._embedded.conversations.find(({ id }: { id: number }) => id === ids.conversations.busyOne)
    assert.deepEqual(listedRow, await conversation("busyOne"))
  })

  item("filters are combined by AND", async () => {
    const { everyField, anotherPlan } = ids.conversations
    assert.deepEqual(sorted(await inSupport("tag=scénario été")), [everyField, anotherPlan])
    assert.deepEqual(await inSupport(`tag=scénario été&assigned_to=${ids.users.limited}`), [everyField])
    assert.deepEqual(await inSupport(`tag=scénario été&assigned_to=${ids.users.limited}&status=closed`), [])
  })

  item("embed", async () => {
    const { number } = await conversation("longChat")
    const [chat] = (await read(`/v2/conversations?number=${number}&embed=threads`))._embedded.conversations
    const [thread] = chat._embedded.threads
    assert.equal(thread.id, ids.threads.longChat.chat)
    assert.match(thread.body, /^And then there was one more thing\..*…$/)
    assert.ok(thread.body.length < 1_000)
    const [plain] = (await read(`/v2/conversations?number=${number}`))._embedded.conversations
    assert.equal("_embedded" in plain, false)
    const { number: other } = await conversation("assignedToAda")
    const [email] = (await read(`/v2/conversations?number=${other}&embed=threads`))._embedded.conversations
    assert.equal(email._embedded.threads[0].body, "<p>I do.</p>")
  })

  item("mailbox", async () => {
    const { hidden, empty, paging } = ids.inboxes
    const expected = conversationIds("hidden", "hiddenOfKnownCustomer", "mergedHiddenInto")
    const inHidden = await listed(`/v2/conversations?mailbox=${hidden}&status=all`)
    assert.deepEqual(sorted(inHidden), sorted(expected))
    assert.deepEqual(await listed(`/v2/conversations?mailbox=${empty}`), [])
    const { page } = await read(`/v2/conversations?mailbox=${hidden},${paging}&status=all`)
    assert.equal(page.totalElements, 65)
  })

  item("folder", async () => {
    const { snoozed, team, mytickets, closed, needsattention } = ids.folders.support
    const inFolder = async (folder: number) => sorted(await listed(`/v2/conversations?folder=${folder}&status=all`))
    assert.deepEqual(await inFolder(snoozed), conversationIds("snoozed", "snoozedThroughReplies"))
    assert.deepEqual(await inFolder(team), conversationIds("assignedToTeam"))
    assert.deepEqual(await inFolder(mytickets), conversationIds("assignedToAda", "pending"))
    assert.deepEqual(await inFolder(closed), conversationIds("closedByAda", "closedBySystem", "closedByNobody"))
    assert.deepEqual(await inFolder(needsattention), conversationIds("everyThreadState"))
    assert.deepEqual(await listed(`/v2/conversations?folder=${closed}`), [])
  })

  item("status", async () => {
    const { active, pending, closedByAda, spam } = ids.conversations
    const one: Record<string, number> = { active, pending, closed: closedByAda, spam }
    const within: Record<string, string[]> = {
      active: ["active"],
      all: ["active", "pending", "closed", "spam"],
      closed: ["closed"],
      open: ["active", "pending"],
      pending: ["pending"],
      spam: ["spam"],
    }
    for (const [status, includes] of Object.entries(within)) {
      const found = await inSupport(`status=${status}`)
      for (const [name, id] of Object.entries(one))
        assert.equal(found.includes(id), includes.includes(name), `${name} in ${status}`)
    }
    assert.deepEqual(await inSupport(""), await inSupport("status=active"))
  })

  item("tag", async () => {
    const { everyField, anotherPlan, hidden } = ids.conversations
    assert.deepEqual(sorted(await listed("/v2/conversations?tag=scenario-vip")), [everyField, hidden])
    assert.deepEqual(sorted(await listed("/v2/conversations?tag=SCENARIO-VIP")), [everyField, hidden])
    assert.deepEqual(await listed("/v2/conversations?tag=scenario two words"), [everyField])
    const either = await listed("/v2/conversations?tag=scenario-vip,scénario été")
    assert.deepEqual(sorted(either), sorted([everyField, anotherPlan, hidden]))
    assert.deepEqual(await listed("/v2/conversations?tag=scenario-unused"), [])
    assert.deepEqual(await listed("/v2/conversations?tag=nobody-has-it"), [])
  })

  item("assigned_to", async () => {
    const { busy, system } = ids.users
    const held = conversationIds("busyOne", "busyTwo", "busyThree")
    assert.deepEqual(await listed(`/v2/conversations?assigned_to=${busy}`), held)
    const found = await listed(`/v2/conversations?assigned_to=${system}`)
    assert.deepEqual(found, conversationIds("assignedToSystem"))
    const ofTeam = await listed(`/v2/conversations?assigned_to=${ids.teams.firstLine}`)
    assert.deepEqual(ofTeam, conversationIds("assignedToTeam"))
  })

  item("modifiedSince", async () => {
    const newest = conversationIds("busyOne", "busyTwo", "busyThree")
    const since = (moment: string) => inSupport(`modifiedSince=${moment}`)
    assert.deepEqual(await since(ago({ hours: 23 })), newest)
    // A moment itself is not after it.
    assert.deepEqual(await since(ago({ hours: 20 })), [])
    assert.deepEqual(await since(ago({ hours: 21 })), newest.slice(0, 1))
  })

  item("number", async () => {
    const { number } = await conversation("closedByAda")
    assert.deepEqual(await listed(`/v2/conversations?number=${number}&status=all`), conversationIds("closedByAda"))
    assert.deepEqual(await listed("/v2/conversations?number=999999999&status=all"), [])
  })

  item("sortField", async () => {
    for (const field of Object.keys(keys))
      for (const order of ["asc", "desc"] as const) await assertSorted(field, order)
    await assertBefore("customerName", ["active", "assignedToAda", "everyField", "old"])
    await assertBefore("modifiedAt", ["old", "waitingLong", "active", "pending", "busyOne"])
    await assertBefore("subject", ["active", "closedByAda", "pending", "snoozed"])
    await assertBefore("waitingSince", ["waitingLong", "active", "assignedToGrace"])
    // Though older, the one with all three words comes first, and the newest with only one last.
    const scored = await inSupport("status=all&sortField=score&query=made OR pendulum OR quicksilver")
    assert.deepEqual(scored, conversationIds("searchWords", "searchPhrase", "opened"))
  })

  item("sortOrder", async () => {
    const path = `/v2/conversations?mailbox=${ids.inboxes.paging}&size=100`
    assert.deepEqual(await listed(`${path}&sortOrder=asc`), ids.conversations.paging)
    assert.deepEqual(await listed(`${path}&sortOrder=desc`), ids.conversations.paging.toReversed())
    assert.deepEqual(await listed(path), ids.conversations.paging.toReversed())
  })

  item("query", async () => {
    const found = await listed('/v2/conversations?query=(subject:"quicksilver pendulum")')
    assert.deepEqual(found, conversationIds("searchPhrase"))
    const elsewhere = `/v2/conversations?query=(subject:quicksilver)&mailbox=${ids.inboxes.paging}`
    assert.deepEqual(await listed(elsewhere), [])
  })

  item("page", async () => {
    const path = `/v2/conversations?mailbox=${ids.inboxes.paging}&page=3`
    assert.deepEqual(await listed(path), ids.conversations.paging.slice(0, 12).toReversed())
  })

  item("customFieldsByIds", async () => {
    const { plan, quantity } = ids.fields
    const { everyField } = ids.conversations
    const [one, other] = [`${plan.id}:${plan.options.Plus}`, `${quantity}:42`]
    assert.deepEqual(await inSupport(`customFieldsByIds=${one},${other}`), [everyField])
    assert.deepEqual(await inSupport(`customFieldsByIds=${one}&customFieldsByIds=${other}`), [everyField])
    const { status, body } = await get(`/v2/conversations?customFieldsByIds=${one}`)
    assert.equal(status, 400)
    assert.equal(body._embedded.errors[0].path, "mailbox")
  })

  item("default", async () => {
    const spelled = "/v2/conversations?status=active&sortField=createdAt&sortOrder=desc"
    assert.deepEqual(await listed("/v2/conversations"), await listed(spelled))
    const { _embedded } = await read("/v2/conversations")
    for (const { status } of _embedded.conversations) assert.equal(status, "active")
    assert.equal(_embedded.conversations[0].id, ids.conversations.busyOne)
  })

  item("status=all", async () => {
    const { _embedded } = await read("/v2/conversations?status=all&sortField=status&size=100&sortOrder=desc")
    const statuses = new Set(_embedded.conversations.map(({ status }: Row) => status))
    assert.deepEqual([...statuses], ["spam", "pending", "closed", "active"])
  })

  item("custom fields match exactly", async () => {
    const { quantity, boughtOn } = ids.fields
    const { everyField } = ids.conversations
    assert.deepEqual(await inSupport(`customFieldsByIds=${quantity}:42`), [everyField])
    assert.deepEqual(await inSupport(`customFieldsByIds=${quantity}:4`), [])
    assert.deepEqual(await inSupport(`customFieldsByIds=${boughtOn}:2024-02-29`), [everyField])
    assert.deepEqual(await inSupport(`customFieldsByIds=${boughtOn}:2024-02`), [])
  })

  item("single-line text", async () => {
    const { product } = ids.fields
    const { everyField, anotherPlan } = ids.conversations
    assert.deepEqual(sorted(await inSupport(`customFieldsByIds=${product}:ENGINE difference`)), [
      everyField,
      anotherPlan,
    ])
    assert.deepEqual(await inSupport(`customFieldsByIds=${product}:difference 2`), [everyField])
    assert.deepEqual(await inSupport(`customFieldsByIds=${product}:diff`), [])
  })

  item("several custom fields", async () => {
    const { plan, product } = ids.fields
    const { anotherPlan } = ids.conversations
    const basic = `${plan.id}:${plan.options.Basic}`
    assert.deepEqual(await inSupport(`customFieldsByIds=${basic},${product}:engine`), [anotherPlan])
    assert.deepEqual(await inSupport(`customFieldsByIds=${basic},${product}:2`), [])
  })

  item("dropdown fields", async () => {
    const { plan } = ids.fields
    const { everyField } = ids.conversations
    assert.deepEqual(await inSupport(`customFieldsByIds=${plan.id}:${plan.options.Plus}`), [everyField])
    assert.deepEqual(await inSupport(`customFieldsByIds=${plan.id}:Plus`), [])
  })

  item("multi-line fields", async () => {
    const path = `/v2/conversations?mailbox=${ids.inboxes.support}&customFieldsByIds=${ids.fields.steps}:crank`
    const { status, body } = await get(path)
    assert.equal(status, 400)
    assert.equal(body._embedded.errors[0].path, "customFieldsByIds")
  })
})

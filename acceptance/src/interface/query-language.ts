import assert from "node:assert/strict"
import { get, ids } from "./desk.ts"
import { ago, conversation, conversationIds, listed, sorted } from "./scenario.ts"
import { section } from "./section.ts"

/** The conversations that a query finds, whatever their status, by id. */
async function found(query: string): Promise<number[]> {
  return sorted(await listed(`/v2/conversations?status=all&size=100&query=${encodeURIComponent(query)}`))
}

async function assertFinds(query: string, ...names: string[]): Promise<void> {
  assert.deepEqual(await found(query), sorted(conversationIds(...names)), query)
}

section("query-language", (item) => {
  item("terms", async () => {
    await assertFinds("(subject:quicksilver)", "searchPhrase", "searchWords")
    await assertFinds("subject:quicksilver", "searchPhrase", "searchWords")
    const { status, body } = await get("/v2/conversations?query=(subject:")
    assert.equal(status, 400)
    assert.equal(body._embedded.errors[0].path, "query")
    assert.match(body._embedded.errors[0].message, /9.*expected/)
  })

  item("AND", async () => {
    await assertFinds("(subject:quicksilver AND subject:stopped)", "searchPhrase")
    await assertFinds("(subject:quicksilver) AND (body:nowhere)")
  })

  item("OR", async () => {
    await assertFinds("(subject:stopped OR subject:Zürich)", "searchPhrase", "searchAccents")
    // AND binds tighter.
    await assertFinds("subject:Zürich OR subject:quicksilver AND subject:made", "searchAccents", "searchWords")
  })

  item("NOT", async () => {
    await assertFinds("(subject:quicksilver AND NOT subject:stopped)", "searchWords")
    await assertFinds(`(tag:"scénario été" AND NOT tag:scenario-vip)`, "anotherPlan")
  })

  item("phrases", async () => {
    await assertFinds('(subject:"quicksilver pendulum")', "searchPhrase")
    await assertFinds('(body:"brass orrery")', "searchPhrase")
  })

  item("grouped values", async () => {
    await assertFinds("(subject:(stopped OR Zürich))", "searchPhrase", "searchAccents")
    const address = (name: string) => `"${name}@customers.scenario.example"`
    const either = await found(`(email:(${address("wang")} OR ${address("emoji")}))`)
    assert.deepEqual(either, sorted(conversationIds("everyAction", "searchChinese", "longChat")))
  })

  item("ranges", async () => {
    const [first, last] = [ids.conversations.closedByAda, ids.conversations.spam]
    const within = await found(`(id:[${first} TO ${last}])`)
    assert.deepEqual(within, conversationIds("closedByAda", "closedBySystem", "closedByNobody", "spam"))
    await assertFinds(`(createdAt:[${ago({ hours: 22 })} TO ${ago({ hours: 21 })}])`, "busyTwo", "busyThree")
  })

  item("open ends", async () => {
    await assertFinds(`(createdAt:[${ago({ hours: 21 })} TO *])`, "busyOne", "busyTwo")
    await assertFinds(`(createdAt:[* TO ${ago({ days: 1000 })}])`, "old")
    const { with100Threads } = ids.conversations
    assert.ok((await found(`(id:[* TO ${with100Threads}])`)).every((id) => id <= with100Threads))
  })

  item("relative times", async () => {
    // They were 20 to 22 hours old when the scenario was made, and the next one a day.
    const hours = 23 + Math.round((Date.now() - Date.parse(ids.now)) / 3_600_000)
    await assertFinds(`(createdAt:[NOW-${hours}HOUR TO NOW])`, "busyOne", "busyTwo", "busyThree")
    await assertFinds("(createdAt:[NOW-1HOUR TO *])")
    await assertFinds("(modifiedAt:[* TO NOW-2YEARS])", "old")
  })

  item("rounding", async () => {
    const year = new Date().getUTCFullYear()
    const old = (await conversation("old")).createdAt
    const whole = `(createdAt:[NOW-3YEARS/YEAR TO NOW-3YEARS/YEAR])`
    assert.deepEqual(await found(whole), await found(`(createdAt:${year - 3})`))
    assert.deepEqual(await found(`(createdAt:[${old}/YEAR TO ${old}/YEAR])`), conversationIds("old"))
  })

  item("partial dates", async () => {
    const old = (await conversation("old")).createdAt
    await assertFinds(`(createdAt:${old.slice(0, 4)})`, "old")
    await assertFinds(`(createdAt:${old.slice(0, 7)})`, "old")
    await assertFinds(`(createdAt:[* TO ${old.slice(0, 7)}])`, "old")
  })

  item("reserved characters", async () => {
    const query = '(email:"accountant+tax@books.scenario.example")'
    await assertFinds(query, "searchAddresses")
    const plus = query.replace("+", "%2B")
    assert.deepEqual(await listed(`/v2/conversations?query=${plus}`), conversationIds("searchAddresses"))
  })

  item("subject", async () => {
    await assertFinds("(subject:PENDULUM)", "searchPhrase", "searchWords")
    await assertFinds('(subject:"pendulum quicksilver")')
    await assertFinds("(subject:(pendulum quicksilver))", "searchPhrase", "searchWords")
    await assertFinds("(subject:creme)", "searchAccents")
    await assertFinds("(subject:orrery)")
  })

  item("tag", async () => {
    await assertFinds("(tag:scenario-vip)", "everyField", "hidden")
    await assertFinds('(tag:"scenario two words")', "everyField")
  })

  item("mailbox", async () => {
    await assertFinds('(mailbox:"Scenario Hidden")', "hidden", "hiddenOfKnownCustomer", "mergedHiddenInto")
    await assertFinds('(mailbox:"Hidden")')
  })

  item("mailboxid", async () => {
    await assertFinds(`(mailboxid:${ids.inboxes.hidden})`, "hidden", "hiddenOfKnownCustomer", "mergedHiddenInto")
  })

  item("modifiedAt", async () => {
    await assertFinds(`(modifiedAt:[${ago({ hours: 21 })} TO *])`, "busyOne", "busyTwo")
  })

  item("createdAt", async () => {
    await assertFinds(`(createdAt:[${ago({ days: 301 })} TO ${ago({ days: 299 })}])`, "waitingLong")
  })

  item("email", async () => {
    await assertFinds('(email:"peter+newsletter@customers.scenario.example" AND attachments:true)')
    await assertFinds('(email:"carbon@customers.scenario.example")', "copied", "everyThreadType")
    await assertFinds('(email:"blind@customers.scenario.example")', "copied")
    await assertFinds('(email:"archive@books.scenario.example")', "searchAddresses")
    await assertFinds('(email:"mary.home@customers.scenario.example" AND tag:scenario-vip)', "everyField")
    await assertFinds('(email:"nameless@customers.scenario.example")', "spam")
  })

  item("body", async () => {
    await assertFinds("(body:orrery)", "searchPhrase", "searchWords")
    await assertFinds("(body:unbroken)", "searchMarkup")
    await assertFinds("(body:velocipede)")
    await assertFinds("(body:chateau)", "searchAccents")
  })

  item("customerIds", async () => {
    const { full, hidden, colleague } = ids.customers
    await assertFinds(`(customerIds:${hidden})`, "hidden")
    await assertFinds(`(customerIds:${colleague})`, "forwardChild", "createdByColleague")
    const ofMary = ["createdByColleague", "everyField", "anotherPlan", "hiddenOfKnownCustomer"]
    await assertFinds(`(customerIds:${full})`, ...ofMary)
  })

  item("number", async () => {
    const { number } = await conversation("closedByAda")
    await assertFinds(`(number:${number})`, "closedByAda")
  })

  item("id", async () => {
    await assertFinds(`(id:${ids.conversations.spam})`, "spam")
  })

  item("assigned", async () => {
    await assertFinds('(assigned:"Barbara Busy")', "busyOne", "busyTwo", "busyThree")
    const unassigned = await found('(assigned:"Unassigned" AND subject:pendulum)')
    assert.deepEqual(unassigned, conversationIds("searchPhrase", "searchWords"))
    await assertFinds('(assigned:Unassigned AND subject:"Assigned to a user")')
  })

  item("attachments", async () => {
    await assertFinds("(attachments:true)", "withAttachments")
    assert.ok(!(await found("(attachments:false)")).includes(ids.conversations.withAttachments))
  })

  item("replyUserIds", async () => {
    await assertFinds(`(replyUserIds:${ids.users.limited})`, "opened", "searchAddresses")
    await assertFinds(`(replyUserIds:${ids.users.system})`, "assignedToSystem", "createdBySystem")
  })
})

import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Conversation } from "@deskhand/contract/conversations/conversation"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

async function found(...pairs: string[]): Promise<number[]> {
  return listed(pairs.map((pair) => `customFieldsByIds=${encodeURIComponent(pair)}`).join("&"))
}

async function listed(query: string): Promise<number[]> {
  const { status, body } = await desk.get(
    `/v2/conversations?status=all&mailbox=${ids.inboxes.support}&sortField=number&sortOrder=asc&${query}`,
    ada,
  )
  assert.equal(status, 200, JSON.stringify(body))
  const seen = body._embedded.conversations.map(({ id }: Conversation) => id)
  assert.equal(body.page.totalElements, seen.length)
  return seen
}

async function refusal(query: string, token = ada) {
  const { status, body } = await desk.get(`/v2/conversations?${query}`, token)
  assert.equal(status, 400)
  const { path, message } = body._embedded.errors[0]
  return { path, message }
}

describe("GET /v2/conversations?customFieldsByIds=", () => {
  test("finds a dropdown by option id, a number and a date to the letter", async () => {
    const { plan, quantity, boughtOn } = ids.fields
    const { everyField, anotherPlan } = ids.conversations
    assert.deepEqual(await found(`${plan.id}:${plan.options.Plus}`), [everyField])
    assert.deepEqual(await found(`${plan.id}:${plan.options.Basic}`), [anotherPlan])
    assert.deepEqual(await found(`${plan.id}:Plus`), [])
    assert.deepEqual(await found(`${quantity}:42`), [everyField])
    assert.deepEqual(await found(`${quantity}:4`), [])
    assert.deepEqual(await found(`${boughtOn}:2024-02-29`), [everyField])
    assert.deepEqual(await found(`${boughtOn}:2024-02`), [])
  })

  test("joins a query and other filters by AND, in the list and in the total", async () => {
    const { product } = ids.fields
    const { everyField, anotherPlan } = ids.conversations
    const both = `customFieldsByIds=${product}:engine`
    assert.deepEqual(await listed(both), [everyField, anotherPlan])
    assert.deepEqual(await listed(`${both}&query=id:${everyField}`), [everyField])
    assert.deepEqual(await listed(`${both}&query=NOT id:${everyField}`), [anotherPlan])
    assert.deepEqual(await listed(`${both}&number=999999999`), [])
    assert.deepEqual(await listed(`${both}&modifiedSince=2999-01-01`), [])
  })

  test("finds a single line by all its words, in any case and order", async () => {
    const { product } = ids.fields
    const { everyField, anotherPlan } = ids.conversations
    assert.deepEqual(await found(`${product}:engine DIFFERENCE`), [everyField, anotherPlan])
    assert.deepEqual(await found(`${product}:engine 2`), [everyField])
    assert.deepEqual(await found(`${product}:engi`), [])
    assert.deepEqual(await found(`${product}:engine analytical`), [])
    assert.deepEqual(await found(`${product}:?!`), [])
  })

  test("finds a single line with and without accents, in any script", async () => {
    const { product } = ids.fields
    const { everyField } = ids.conversations
    const keep = sql`update conversation_fields set value = 'Difference Engine No. 2'
      where conversation_id = ${everyField} and field_id = ${product}`
    await desk.db.run(sql`update conversation_fields set value = 'Théière Weiß, 東京都'
      where conversation_id = ${everyField} and field_id = ${product}`)
    for (const text of ["theiere", "THÉIÈRE", "weiss", "WEISS théière", "東京", "京都 weiß"])
      assert.deepEqual(await found(`${product}:${text}`), [everyField], text)
    assert.deepEqual(await found(`${product}:théière coffee`), [])
    await desk.db.run(keep)
  })

  test("finds a single line by a word that is too long to be kept whole", async () => {
    const { everyField } = ids.conversations
    const long = "0123456789abcdef".repeat(5)
    const field = sql`conversation_id = ${everyField} and field_id = ${ids.fields.product}`
    const { value } = await desk.db.one<{ value: string }>(sql`select value from conversation_fields where ${field}`)
    await desk.db.run(sql`update conversation_fields set value = ${`engine ${long}`} where ${field}`)
    assert.deepEqual(await found(`${ids.fields.product}:${long} engine`), [everyField])
    await desk.db.run(sql`update conversation_fields set value = ${value} where ${field}`)
  })

  test("takes several, repeated or joined by commas, and all must hold", async () => {
    const { product, plan, quantity } = ids.fields
    const { everyField, anotherPlan } = ids.conversations
    assert.deepEqual(await found(`${product}:engine`, `${plan.id}:${plan.options.Basic}`), [anotherPlan])
    assert.deepEqual(await found(`${product}:engine,${quantity}:42`), [everyField])
    assert.deepEqual(await found(`${quantity}:42,${plan.id}:${plan.options.Basic}`), [])
    assert.deepEqual(await found(`${product}:engine, difference`, `${quantity}:42`), [everyField])
  })

  test("combines with the other filters and every order", async () => {
    const { product } = ids.fields
    const { everyField, anotherPlan } = ids.conversations
    const engine = `customFieldsByIds=${product}:engine`
    assert.deepEqual(await listed(`${engine}&tag=scenario-vip`), [everyField])
    assert.deepEqual(await listed(`${engine}&assigned_to=${ids.users.limited}`), [everyField])
    assert.deepEqual(await listed(`${engine}&folder=${ids.folders.support["unassigned"]}`), [anotherPlan])
    for (const sortField of ["createdAt", "subject", "status", "mailboxid", "waitingSince"])
      assert.deepEqual((await listed(`${engine}&sortField=${sortField}`)).sort(), [everyField, anotherPlan].sort())
    assert.deepEqual(await listed(`${engine}&tag=${encodeURIComponent("scénario été")}&sortField=createdAt`), [
      ...(await listed(`${engine}&sortField=createdAt`)),
    ])
    const { body } = await desk.get(`/v2/conversations?mailbox=${ids.inboxes.support}&size=1&${engine}`, ada)
    assert.equal(body.page.totalElements, 2)
    assert.match(body._links.next.href, new RegExp(`customFieldsByIds=${product}%3Aengine`))
  })

  test("needs mailbox", async () => {
    const { product } = ids.fields
    assert.deepEqual(await refusal(`customFieldsByIds=${product}:engine`), {
      path: "mailbox",
      message: "is required with customFieldsByIds",
    })
  })

  test("refuses fields with many lines, unknown ones, those of other inboxes, and what is no pair", async () => {
    const { steps, product } = ids.fields
    const { support, hidden } = ids.inboxes
    const field = async (mailbox: number, pair: string, token = ada) => {
      const { path } = await refusal(`mailbox=${mailbox}&customFieldsByIds=${encodeURIComponent(pair)}`, token)
      assert.equal(path, "customFieldsByIds")
    }
    await field(support, `${steps}:crank`)
    await field(support, "999999999:x")
    await field(hidden, `${product}:engine`)
    await field(hidden, `${product}:engine`, limited)
    for (const pair of ["engine", `${product}`, `${product}:`, ":engine", `x${product}:engine`])
      await field(support, pair)
  })
})

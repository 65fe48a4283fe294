import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { ConversationFilters, DeskhandClient, PageFilters } from "@deskhand/sdk/client"
import fc from "fast-check"
import { clientOf, ids } from "../interface/desk.ts"

interface Numbered {
  page: { totalElements: number }
}

interface Walkable<Filters> {
  list(filters: Filters): Promise<Numbered>
  all(filters: Filters): AsyncIterable<{ id: number }>
}

/** From the first page to the last: each once, and as many as the totals say. */
async function walked<Filters>(list: Walkable<Filters>, filters: Filters): Promise<number[]> {
  const seen: number[] = []
  for await (const { id } of list.all(filters)) seen.push(id)
  const { page } = await list.list(filters)
  assert.equal(seen.length, page.totalElements)
  assert.equal(new Set(seen).size, seen.length)
  return seen
}

const size = fc.integer({ min: 5, max: 100 })
const sortOrder = fc.constantFrom("asc", "desc")

describe("walks through pages", () => {
  test("of conversations, whatever the filters, the order and the size", async () => {
    const ada = await clientOf("ada")
    const { support, hidden, paging } = ids.inboxes
    const filters = fc.record(
      {
        status: fc.constantFrom("active", "all", "closed", "open", "pending", "spam"),
        mailbox: fc.subarray([support, hidden, paging], { minLength: 1 }),
        tag: fc.subarray(["scenario-vip", "scénario été"], { minLength: 1 }),
        assigned_to: fc.constantFrom(ids.users.ada, ids.users.limited),
        query: fc.constantFrom("pendulum", 'subject:"Page filler"', "NOT tag:scenario-vip", "(body:question)"),
      },
      { requiredKeys: [] },
    )
    const sortField = fc.constantFrom(
      "createdAt",
      "customerEmail",
      "customerName",
      "mailboxid",
      "modifiedAt",
      "number",
      "score",
      "status",
      "subject",
      "waitingSince",
    )
    await fc.assert(
      fc.asyncProperty(filters, sortField, sortOrder, size, async (filters, sortField, sortOrder, size) => {
        const ordered = { ...filters, sortField, sortOrder, size } as ConversationFilters
        const one = await walked(ada.conversations, ordered)
        const other = await walked(ada.conversations, { ...filters, size: 100 } as ConversationFilters)
        assert.deepEqual(new Set(one), new Set(other))
      }),
      { numRuns: 40 },
    )
  })

  test("of everything else that is listed", async () => {
    const ada = await clientOf("ada")
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...otherLists(ada)), size, async (walk, size) => {
        assert.deepEqual(new Set(await walk({ size })), new Set(await walk({ size: 100 })))
      }),
      { numRuns: 40 },
    )
  })
})

function otherLists(client: DeskhandClient): ((page: PageFilters) => Promise<number[]>)[] {
  const { crowded } = ids.organizations
  const threads = client.conversations.threads(ids.conversations.with98Threads)
  return [
    (page) => walked(client.customers, { ...page, sortField: "lastName", sortOrder: "asc" }),
    (page) => walked(client.customers, { ...page, mailbox: ids.inboxes.paging }),
    (page) => walked(client.organizations, { ...page, sort: "name,asc" }),
    (page) => walked(client.organizations.customers(crowded), page),
    (page) => walked(client.organizations.conversations(crowded), page),
    (page) => walked(threads, page),
    (page) => walked(client.users, page),
    (page) => walked(client.teams.members(ids.teams.firstLine), page),
    (page) => walked(client.webhooks, page),
    (page) => walked(client.webhooks.deliveries(ids.webhooks.enabled), page),
    (page) => walked(client.ratings, page),
  ]
}

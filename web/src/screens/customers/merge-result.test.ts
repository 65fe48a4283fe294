import assert from "node:assert/strict"
import { test } from "node:test"
import type { Customer } from "@deskhand/sdk/client"
import { mergeResult } from "./merge-result.ts"

const _links = { self: { href: "" } }
const addressText = ({ _embedded: { address } }: Customer) => address?.city ?? ""

function customer(fields: Partial<Customer>, embedded: Partial<Customer["_embedded"]> = {}): Customer {
  return {
    id: 1,
    gender: "unknown",
    photoType: "unknown",
    conversationCount: 0,
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-01-01T00:00:00Z",
    draft: false,
    ...fields,
    _embedded: {
      emails: [],
      phones: [],
      chats: [],
      social_profiles: [],
      websites: [],
      properties: [],
      ...embedded,
    },
    _links: {} as Customer["_links"],
  }
}

const part = (result: ReturnType<typeof mergeResult>, name: string) => {
  const found = result.find(({ part }) => part === name)
  return found && [found.kept, found.added, found.lost]
}

test("the one keeps what it has and takes what it has not; of the rest it is told that it is lost", () => {
  const one = customer({ firstName: "Ann", background: "Kind", gender: "unknown" })
  const other = customer({ firstName: "Anna", lastName: "Lee", background: "Kind", gender: "female", age: "40" })
  const result = mergeResult(one, other, { addressText })
  assert.deepEqual(part(result, "firstName"), [["Ann"], [], ["Anna"]])
  assert.deepEqual(part(result, "lastName"), [[], ["Lee"], []])
  assert.deepEqual(part(result, "background"), [["Kind"], [], []])
  assert.deepEqual(part(result, "gender"), [[], ["female"], []])
  assert.deepEqual(part(result, "age"), [[], ["40"], []])
  assert.equal(part(result, "jobTitle"), undefined)
})

test("lists are put together, each entry once; the same name in another network is another one", () => {
  const one = customer(
    {},
    { emails: [{ id: 1, value: "Ann@A.example", type: "work", _links }], chats: [chat("ann", "skype")] },
  )
  const other = customer(
    {},
    {
      emails: [
        { id: 2, value: "ann@a.example", type: "home", _links },
        { id: 3, value: "lee@a.example", type: "home", _links },
      ],
      chats: [chat("ann", "icq"), chat("ANN", "skype")],
    },
  )
  const result = mergeResult(one, other, { addressText })
  assert.deepEqual(part(result, "emails"), [["Ann@A.example"], ["lee@a.example"], []])
  assert.deepEqual(part(result, "chats"), [["ann"], ["ann"], []])
})

test("an organization counts more than a name that was written down; addresses and properties go as a whole", () => {
  const one = customer({ organization: "Acme" }, { properties: [property("gold"), { ...property("7"), slug: "n" }] })
  const other = customer(
    { organization: "Acme Ltd", organizationId: 4 },
    { address: { city: "Rome", lines: [], _links }, properties: [property("blue")] },
  )
  const result = mergeResult(one, other, { addressText })
  assert.deepEqual(part(result, "organization"), [[], ["Acme Ltd"], ["Acme"]])
  assert.deepEqual(part(result, "address"), [[], ["Rome"], []])
  const properties = result.filter(({ part }) => part === "property")
  assert.deepEqual(
    properties.map(({ kept, lost }) => [kept, lost]),
    [
      [["gold"], ["blue"]],
      [["7"], []],
    ],
  )
  assert.deepEqual(part(mergeResult(other, one, { addressText }), "organization"), [["Acme Ltd"], [], ["Acme"]])
})

function chat(value: string, type: "icq" | "skype") {
  return { id: 1, value, type, _links }
}

function property(value: string) {
  return { type: "text" as const, slug: "plan", name: "Plan", value, text: value }
}

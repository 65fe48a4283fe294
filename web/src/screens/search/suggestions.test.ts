import assert from "node:assert/strict"
import { test } from "node:test"
import { tokenAt } from "../../data/search/token.ts"
import { completed, type SuggestionSources, suggestionsFor } from "./suggestions.ts"

const known: SuggestionSources = {
  inboxes: [{ id: 3, name: "Support desk" }],
  people: [
    { id: 1, name: "Ada Lovelace", isTeam: false },
    { id: 2, name: "Grace Hopper", isTeam: false },
    { id: 9, name: "First Line", isTeam: true },
  ],
  tags: ["service", "late order", "vip"],
  customers: [{ name: "Clara Wieck", email: "clara@x.example" }, { name: "Róża" }],
  organizations: ["Late Ltd"],
  customFields: [
    { name: "Order number", options: [] },
    { name: "Plan", options: ["Free", "Big plan"] },
  ],
  myId: 2,
  hasViewer: true,
}

function offered(query: string): string[] {
  const token = tokenAt(query, query.length)
  return token ? suggestionsFor(token, known).map(({ insert }) => insert) : []
}

test("friendly names of fields are offered first, the others when they are typed", () => {
  assert.deepEqual(offered("s"), ["subject:", "status:"])
  assert.deepEqual(offered("i").slice(0, 3), ["is:", "in:", "id:"])
  assert.deepEqual(offered("cust"), ["customer:", "customerIds:"])
  assert.equal(offered("").includes("after:"), true)
  assert.equal(offered("").includes("modifiedAt:"), false)
  assert.deepEqual(offered("modi"), ["modifiedAt:"])
  assert.deepEqual(offered("order"), ['"Order number":', 'tag:"late order"'])
  assert.deepEqual(offered("xyz"), [])
})

test("values that people name without their field are offered after the names of fields", () => {
  assert.deepEqual(offered("gra"), ['assigned:"Grace Hopper"'])
  assert.deepEqual(offered("vi"), ["tag:vip", "tag:service"])
  assert.deepEqual(offered("clos"), ["is:closed"])
  const token = tokenAt("s", 1) ?? assert.fail()
  assert.equal(suggestionsFor(token, known, { most: 1 }).length, 1)
})

test("values of a field are offered as the language writes them, one's own first", () => {
  assert.deepEqual(offered("assigned:"), ["me", "unassigned", '"Grace Hopper"', '"Ada Lovelace"', '"First Line"'])
  assert.deepEqual(offered("ASSIGNED:lov"), ['"Ada Lovelace"'])
  const stored = suggestionsFor({ field: "assigned", typed: "", from: 0, to: 0 }, { ...known, hasViewer: false })
  assert.equal(stored[0]?.insert, "unassigned")
  assert.deepEqual(offered('tag:"late'), ['"late order"'])
  assert.deepEqual(offered("status:p"), ["pending", "spam"])
  assert.deepEqual(offered("is:un")[0], "unassigned")
  assert.deepEqual(offered("in:supp"), ['"Support desk"'])
  assert.deepEqual(offered("mailboxid:supp"), ["3"])
  assert.deepEqual(offered("replyUserIds:"), ["2", "1"])
  assert.deepEqual(offered("attachments:"), ["true", "false"])
  assert.deepEqual(offered("after:last-w"), ["last-week"])
  assert.deepEqual(offered("createdAt:yes"), ["NOW/DAY-1DAY"])
  assert.deepEqual(offered("from:wie"), ["clara@x.example"])
  assert.deepEqual(offered("customer:roz"), ["Róża"])
  assert.deepEqual(offered("org:la"), ['"Late Ltd"'])
  assert.deepEqual(offered("plan:"), ["Free", '"Big plan"'])
  assert.deepEqual(offered("nothing:x"), [])
})

test("a suggestion takes the place of what was written, and one goes on after it", () => {
  const take = (query: string, caret: number) => {
    const token = tokenAt(query, caret) ?? assert.fail()
    return completed(query, token, suggestionsFor(token, known)[0] ?? assert.fail())
  }
  assert.deepEqual(take("late ta", 7), { query: "late tag:", caret: 9 })
  assert.deepEqual(take("tag:vi", 6), { query: "tag:vip ", caret: 8 })
  assert.deepEqual(take("(tag:vi) x", 7), { query: "(tag:vip) x", caret: 8 })
  assert.deepEqual(take("tag:vi x", 6), { query: "tag:vip x", caret: 8 })
})

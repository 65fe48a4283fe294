import assert from "node:assert/strict"
import { test } from "node:test"
import { completed, type SuggestionSources, suggestionsFor } from "./suggestions.ts"
import { tokenAt } from "./token.ts"

const known: SuggestionSources = {
  inboxes: [{ id: 3, name: "Support desk" }],
  people: [
    { id: 1, name: "Ada Lovelace", isTeam: false },
    { id: 2, name: "Grace Hopper", isTeam: false },
    { id: 9, name: "First Line", isTeam: true },
  ],
  tags: ["service", "late order", "vip"],
  myId: 2,
}

function offered(query: string): string[] {
  const token = tokenAt(query, query.length)
  return token ? suggestionsFor(token, known).map(({ insert }) => insert) : []
}

test("names of fields are offered, then values that people name without their field", () => {
  assert.deepEqual(offered("s"), ["subject:", "status:"])
  assert.deepEqual(offered("cust"), ["customerIds:"])
  assert.deepEqual(offered("gra"), ['assigned:"Grace Hopper"'])
  assert.deepEqual(offered("vi"), ["tag:vip", "tag:service"])
  assert.equal(offered("").includes("modifiedAt:"), true)
  assert.deepEqual(offered("xyz"), [])
})

test("values of a field are offered as the language writes them, one's own first", () => {
  assert.deepEqual(offered("assigned:"), ["unassigned", '"Grace Hopper"', '"Ada Lovelace"', '"First Line"'])
  assert.deepEqual(offered("ASSIGNED:lov"), ['"Ada Lovelace"'])
  assert.deepEqual(offered('tag:"late'), ['"late order"'])
  assert.deepEqual(offered("status:p"), ["pending", "spam"])
  assert.deepEqual(offered("mailboxid:supp"), ["3"])
  assert.deepEqual(offered("replyUserIds:"), ["2", "1"])
  assert.deepEqual(offered("attachments:"), ["true", "false"])
  assert.deepEqual(offered("createdAt:yes"), ["NOW/DAY-1DAY"])
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

import assert from "node:assert/strict"
import { test } from "node:test"
import {
  filtersOf,
  folderKey,
  folderOf,
  idIn,
  ownSort,
  readListKey,
  searchIn,
  searchKey,
  sortOf,
  sortsOf,
} from "./list-key.ts"

test("a list is named in addresses, and nothing else counts as a name", () => {
  assert.equal(readListKey("mine"), "mine")
  assert.equal(readListKey(folderKey(3, 17)), "folder-3-17")
  assert.deepEqual(folderOf("folder-3-17"), { inboxId: 3, folderId: 17 })
  assert.equal(searchIn(readListKey(searchKey(' tag:"a/b" \n%2F ')) ?? "all"), 'tag:"a/b" \n%2F')
  assert.equal(idIn("view", readListKey("view-12") ?? "all"), 12)
  for (const other of [
    "view-",
    "view-1-2",
    "search-",
    "search-  ",
    `search-${"a".repeat(2_049)}`,
    "",
    "folder-3",
    "folder-3-x",
    "mine ",
    "MINE",
    7,
    undefined,
  ])
    assert.equal(readListKey(other), undefined)
})

test("a list asks for what it shows", () => {
  assert.deepEqual(filtersOf("mine", { myId: 5, sort: "newest" }), {
    assigned_to: 5,
    folderType: "assigned",
    status: "open",
    sortField: "modifiedAt",
    sortOrder: "desc",
  })
  assert.deepEqual(filtersOf("folder-3-17", { myId: 5, sort: "waiting" }), {
    mailbox: [3],
    folder: 17,
    status: "all",
    sortField: "waitingSince",
    sortOrder: "asc",
  })
})

test("an inbox and a team show what is open, folders of all inboxes what lives there", () => {
  const asked = (list: Parameters<typeof filtersOf>[0]) => {
    const { sortField: _, sortOrder: __, ...scope } = filtersOf(list, { myId: 5, sort: "newest", handle: "ada" })
    return scope
  }
  assert.deepEqual(asked("inbox-3"), { mailbox: [3], status: "open" })
  assert.deepEqual(asked("team-8"), { assigned_to: 8, status: "open" })
  assert.deepEqual(asked("attention"), { folderType: "needsattention", status: "all" })
  assert.deepEqual(asked("snoozed"), { folderType: "snoozed", status: "all" })
  assert.deepEqual(asked("mentions"), { query: 'mentions:"ada"', status: "open" })
})

test("a search looks in every status, a view asks for what it was saved with", () => {
  assert.deepEqual(filtersOf("search-late order", { myId: 5, sort: "relevance" }), {
    query: "late order",
    status: "all",
    sortField: "score",
    sortOrder: "desc",
  })
  const saved = { tag: ["vip"], sortField: "waitingSince", sortOrder: "asc" } as const
  assert.equal(sortOf({ ...saved, tag: [...saved.tag] }), "waiting")
  assert.deepEqual(filtersOf("view-3", { myId: 5, sort: "created", saved: { ...saved, tag: [...saved.tag] } }), {
    tag: ["vip"],
    sortField: "createdAt",
    sortOrder: "desc",
  })
})

test("how well it fits is an order only where something is looked for", () => {
  assert.equal(sortsOf("mine").includes("relevance"), false)
  assert.equal(sortsOf("search-x").includes("relevance"), true)
})

test("the longest waiting come first, but in lists in which nobody waits", () => {
  assert.deepEqual(
    ["mine", "unassigned", "all", "inbox-3", "team-1", "folder-3-1"].map((list) => ownSort(list as "mine", {})),
    ["waiting", "waiting", "waiting", "waiting", "waiting", "waiting"],
  )
  assert.equal(ownSort("snoozed", {}), "newest")
  assert.equal(ownSort("folder-3-1", { folderType: "closed" }), "newest")
  assert.equal(ownSort("search-x", {}), "relevance")
  assert.equal(ownSort("view-1", { filters: { sortField: "createdAt", sortOrder: "desc" } }), "created")
  assert.equal(ownSort("view-1", {}), "newest")
})

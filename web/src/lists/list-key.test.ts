import assert from "node:assert/strict"
import { test } from "node:test"
import { filtersOf, folderKey, folderOf, readListKey } from "./list-key.ts"

test("a list is named in addresses, and nothing else counts as a name", () => {
  assert.equal(readListKey("mine"), "mine")
  assert.equal(readListKey(folderKey(3, 17)), "folder-3-17")
  assert.deepEqual(folderOf("folder-3-17"), { inboxId: 3, folderId: 17 })
  for (const other of ["", "folder-3", "folder-3-x", "mine ", "MINE", 7, undefined])
    assert.equal(readListKey(other), undefined)
})

test("a list asks for what it shows", () => {
  assert.deepEqual(filtersOf("mine", { myId: 5, sort: "newest" }), {
    assigned_to: 5,
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

import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Role } from "@deskhand/contract/people/user"
import { may, type Permission, type Scope } from "./viewer.ts"

const viewer = (role: Role, scope: Scope = "full") => ({ userId: 1, role, scope, inboxIds: [] })

describe("what a role may do", () => {
  const cases: [Permission, Role[]][] = [
    ["conversations:read", ["owner", "admin", "user", "light user"]],
    ["ratings:read", ["owner", "admin", "user", "light user"]],
    ["reports:read", ["owner", "admin", "user", "light user"]],
    ["office-hours:write", ["owner", "admin"]],
    ["teams:read", ["owner", "admin", "user", "light user"]],
    ["tags:write", ["owner", "admin", "user"]],
    ["metrics:read", ["owner", "admin"]],
    ["webhooks:read", ["owner", "admin"]],
    ["webhooks:write", ["owner", "admin"]],
  ]
  for (const [permission, allowed] of cases)
    test(permission, () => {
      for (const role of ["owner", "admin", "user", "light user"] as const)
        assert.equal(may(viewer(role), permission), allowed.includes(role), role)
    })
})

describe("what a token narrows", () => {
  test("a read-only one reads and never writes, whoever has it", () => {
    assert.equal(may(viewer("owner", "read-only"), "conversations:read"), true)
    assert.equal(may(viewer("owner", "read-only"), "tags:write"), false)
  })

  test("a permission that no role has is refused", () => {
    assert.equal(may(viewer("owner"), "planes:fly" as Permission), false)
  })
})

import assert from "node:assert/strict"
import { get, ids, read } from "./desk.ts"
import { customer } from "./scenario.ts"
import { section } from "./section.ts"
import { addThread, assertRefused, create, made, newAddress } from "./writing.ts"

/** A write takes the longest and refuses one character more. */
async function assertMost(field: string, most: number): Promise<void> {
  const given = (length: number) => ({ customer: { email: newAddress(), [field]: "x".repeat(length) } })
  const { conversation } = await made(given(most))
  assert.equal((await read(`/v2/customers/${conversation.primaryCustomer.id}`))[field].length, most)
  await assertRefused(given(most + 1), `customer.${field}`)
  assert.equal((await customer("longest"))[field].length, most)
}

section("limits", (item) => {
  item("threads per conversation", async () => {
    const threads = (length: number) => Array.from({ length }, () => ({ type: "note", text: "One of many" }))
    assert.equal((await create({ threads: threads(101) })).status, 412)
    const { id } = await made({ threads: threads(98) })
    assert.equal((await addThread(id)).status, 201)
    assert.equal((await addThread(id)).status, 412)
    const full = await made({ threads: threads(100) })
    assert.equal((await addThread(full.id)).status, 412)
  })

  item("merged redirect", async () => {
    const { mergedAlmostLongAgo, mergedLongAgo } = ids.conversations
    assert.equal((await get(`/v2/conversations/${mergedAlmostLongAgo}`)).status, 301)
    assert.equal((await get(`/v2/conversations/${mergedLongAgo}`)).status, 404)
  })

  item("firstName, lastName", async () => {
    for (const field of ["firstName", "lastName"]) {
      await assertMost(field, 40)
      await assertRefused({ customer: { email: newAddress(), [field]: "" } }, `customer.${field}`)
    }
  })

  item("photoUrl", () => assertMost("photoUrl", 200))
  item("jobTitle", () => assertMost("jobTitle", 60))
  item("background", () => assertMost("background", 200))
  item("location", () => assertMost("location", 60))
  item("organization", () => assertMost("organization", 60))

  item("assignmentLimit", async () => {
    for (const inbox of ["support", "hidden"]) {
      const { assignmentLimit } = await read(`/v2/mailboxes/${ids.inboxes[inbox]}/routing`)
      assert.ok(assignmentLimit >= 1 && assignmentLimit <= 100)
    }
    assert.equal((await read(`/v2/mailboxes/${ids.inboxes.hidden}/routing`)).assignmentLimit, 100)
  })

  item("page size", async () => {
    for (const [path, size] of [
      ["/v2/conversations", 25],
      [`/v2/conversations/${ids.conversations.with98Threads}/threads`, 25],
      [`/v3/conversations/${ids.conversations.with98Threads}/threads`, 25],
      ["/v2/customers", 50],
      ["/v3/customers", 50],
      [`/v2/organizations/${ids.organizations.crowded}/customers`, 50],
      [`/v2/organizations/${ids.organizations.crowded}/conversations`, 50],
    ] as const) {
      const { _embedded } = await read(path)
      assert.equal(Object.values<unknown[]>(_embedded)[0]?.length, size, path)
    }
    for (const path of ["/v2/organizations", "/v2/users/status", "/v2/webhooks"])
      assert.equal((await read(path)).page.size, 50, path)
  })
})

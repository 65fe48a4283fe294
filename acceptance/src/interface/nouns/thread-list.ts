import assert from "node:assert/strict"
import { get, ids, read } from "../desk.ts"
import { threadsOf } from "../scenario.ts"
import { section } from "../section.ts"

/** Newest first, 25 a page, each once. */
async function assertPages(version: number): Promise<void> {
  const path = `/v${version}/conversations/${ids.conversations.with98Threads}/threads`
  const pages = await Promise.all([1, 2, 3, 4].map((page) => read(`${path}?page=${page}`)))
  assert.deepEqual(
    pages.map(({ page }) => page),
    [1, 2, 3, 4].map((number) => ({ size: 25, totalElements: 99, totalPages: 4, number })),
  )
  const { assignment, remark, thread1, ...numbered } = ids.threads.with98Threads
  const oldestFirst = [thread1, remark, ...Object.values(numbered), assignment]
  assert.deepEqual(
    pages.flatMap(({ _embedded }) => _embedded.threads).map(({ id }) => id),
    oldestFirst.reverse(),
  )
}

async function assertGone(version: number): Promise<void> {
  for (const name of ["merged", "mergedAlmostLongAgo", "mergedLongAgo", "chainStart"])
    assert.equal((await get(`/v${version}/conversations/${ids.conversations[name]}/threads`)).status, 404)
}

const typesOf = async (name: string, version: number) =>
  (await threadsOf(name, version)).map(
    ({ createdBy, assignedTo }: { createdBy: { type: string }; assignedTo?: { type: string } }) => [
      createdBy.type,
      assignedTo?.type,
    ],
  )

section("thread-list", (item) => {
  item("v2", async () => {
    await assertPages(2)
    assert.deepEqual(await typesOf("assignedToSystem", 2), [
      ["user", undefined],
      ["user", "user"],
      ["customer", undefined],
    ])
  })

  item("v2 merged", async () => {
    await assertGone(2)
    const { headers } = await get(`/v2/conversations/${ids.conversations.merged}`)
    const { _links } = await read(headers.get("Location") ?? "")
    assert.equal((await read(_links.threads.href)).page.totalElements, 4)
  })

  item("v3", () => assertPages(3))

  item("v3 person types", async () => {
    assert.deepEqual(await typesOf("assignedToSystem", 3), [
      ["system_user", undefined],
      ["system_user", "system_user"],
      ["customer", undefined],
    ])
    assert.deepEqual(await typesOf("assignedToTeam", 3), [
      ["user", "team"],
      ["customer", undefined],
    ])
    assert.deepEqual(await typesOf("assignedToAda", 3), [
      ["user", "user"],
      ["user", "user"],
      ["customer", undefined],
    ])
  })

  item("v3 merged", () => assertGone(3))
})

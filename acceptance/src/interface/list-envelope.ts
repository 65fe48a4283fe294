import assert from "node:assert/strict"
import { clientOf, ids, origin, read } from "./desk.ts"
import { listed } from "./scenario.ts"
import { section } from "./section.ts"

/** Every list of the specification that is paged by number, with its collection. */
const lists = (): Record<string, string> => ({
  conversations: "/v2/conversations",
  threads: `/v2/conversations/${ids.conversations.active}/threads`,
  customers: "/v2/customers",
  organizations: "/v2/organizations",
  users: `/v2/teams/${ids.teams.firstLine}/members`,
  folders: `/v2/mailboxes/${ids.inboxes.support}/folders`,
  userStatuses: "/v2/users/status",
  webhooks: "/v2/webhooks",
})

/** It is named after what it holds, also when it holds nothing. */
async function assertCollection(name: string): Promise<void> {
  const path = lists()[name]
  const { _embedded } = await read(`${path}`)
  assert.deepEqual(Object.keys(_embedded), [name])
  assert.ok(_embedded[name].length > 0)
  assert.deepEqual((await read(`${path}?page=1000`))._embedded, { [name]: [] })
}

const linksOf = async (path: string) => (await read(path))._links

section("list-envelope", (item) => {
  for (const name of [
    "conversations",
    "threads",
    "customers",
    "organizations",
    "users",
    "folders",
    "userStatuses",
    "webhooks",
  ] as const)
    item(name, () => assertCollection(name))

  item("link self", async () => {
    for (const path of Object.values(lists()))
      assert.equal((await linksOf(`${path}?size=1&page=2`)).self.href, `${origin}${path}?size=1&page=2`)
  })

  item("link first", async () => {
    for (const path of Object.values(lists()))
      assert.equal((await linksOf(`${path}?size=1&page=2`)).first.href, `${origin}${path}?size=1&page=1`)
  })

  item("link last", async () => {
    for (const path of Object.values(lists())) {
      const { _links, page } = await read(`${path}?size=1`)
      assert.equal(_links.last.href, `${origin}${path}?size=1&page=${page.totalElements}`)
    }
  })

  item("link page", async () => {
    for (const path of Object.values(lists())) {
      assert.deepEqual((await linksOf(path)).page, { href: `${origin}${path}{?page}`, templated: true })
      const filtered = await linksOf(`${path}?size=1`)
      assert.deepEqual(filtered.page, { href: `${origin}${path}?size=1{&page}`, templated: true })
    }
  })

  item("link next", async () => {
    const path = `/v2/conversations?mailbox=${ids.inboxes.paging}&sortOrder=asc`
    const first = await read(path)
    assert.equal(first._links.next.href, `${origin}${path}&page=2`)
    const second = await read(first._links.next.href)
    const third = await read(second._links.next.href)
    assert.equal(third._embedded.conversations.length, 12)
    assert.equal("next" in third._links, false)
    const walked = [first, second, third].flatMap(({ _embedded }) => _embedded.conversations)
    assert.deepEqual(
      walked.map(({ id }) => id),
      ids.conversations.paging,
    )
    const ada = await clientOf("ada")
    const followed: number[] = []
    for await (const { id } of ada.conversations.all({ mailbox: [ids.inboxes.paging], sortOrder: "asc" }))
      followed.push(id)
    assert.deepEqual(followed, ids.conversations.paging)
  })

  item("link previous", async () => {
    const path = `/v2/conversations?mailbox=${ids.inboxes.paging}&sortOrder=asc`
    assert.equal("previous" in (await linksOf(path)), false)
    assert.equal((await linksOf(`${path}&page=2`)).previous.href, `${origin}${path}&page=1`)
    const { previous } = await linksOf(`${path}&page=3`)
    assert.equal(previous.href, `${origin}${path}&page=2`)
    assert.deepEqual(await listed(previous.href), ids.conversations.paging.slice(25, 50))
  })

  item("page.number", async () => {
    for (const path of Object.values(lists())) {
      assert.equal((await read(path)).page.number, 1)
      assert.equal((await read(`${path}?size=1&page=2`)).page.number, 2)
    }
  })

  item("page.size", async () => {
    for (const [name, path] of Object.entries(lists())) {
      const size = name === "conversations" || name === "threads" ? 25 : 50
      assert.equal((await read(path)).page.size, size, name)
    }
  })

  item("page.totalElements", async () => {
    const { page } = await read(`/v2/conversations?mailbox=${ids.inboxes.paging}`)
    assert.equal(page.totalElements, 62)
    for (const path of Object.values(lists())) {
      const { page, _embedded } = await read(`${path}?size=100`)
      const [rows] = Object.values<unknown[]>(_embedded)
      if (page.totalPages === 1) assert.equal(page.totalElements, rows?.length)
    }
  })

  item("page.totalPages", async () => {
    assert.equal((await read(`/v2/conversations?mailbox=${ids.inboxes.paging}`)).page.totalPages, 3)
    assert.equal((await read(`/v2/conversations?mailbox=${ids.inboxes.paging}&size=62`)).page.totalPages, 1)
    assert.equal((await read(`/v2/conversations?mailbox=${ids.inboxes.paging}&size=61`)).page.totalPages, 2)
  })
})

import assert from "node:assert/strict"
import { get, ids, origin, read } from "./desk.ts"
import { listed } from "./scenario.ts"
import { section } from "./section.ts"

const userIdsOf = async (path: string) =>
  (await read(path))._embedded.userStatuses.map(({ userId }: { userId: number }) => userId)

section("directory", (item) => {
  item("user", async () => {
    const { id, firstName, role } = await read(`/v2/users/${ids.users.grace}`)
    assert.deepEqual([id, firstName, role], [ids.users.grace, "Grace", "user"])
    assert.equal((await get("/v2/users/999999999")).status, 404)
  })

  item("statuses", async () => {
    const { owner, light, ada, edsger, grace, limited, away, busy, outsider } = {
      ...ids.users,
      owner: (await read("/v2/users/me", { as: "owner" })).id,
    }
    const found = await userIdsOf("/v2/users/status")
    assert.deepEqual(found.toSorted(), [owner, ada, edsger, grace, limited, away, busy, outsider].toSorted())
    assert.ok(!found.includes(light))
  })

  item("statuses page", async () => {
    const all = await userIdsOf("/v2/users/status")
    assert.deepEqual(await userIdsOf("/v2/users/status?size=3&page=2"), all.slice(3, 6))
    assert.deepEqual(await userIdsOf("/v2/users/status?page=1"), all)
  })

  item("members", async () => {
    const { ada, away, busy, grace, light, limited } = ids.users
    const path = `/v2/teams/${ids.teams.firstLine}/members`
    assert.deepEqual(await listed(path), [ada, away, busy, grace, light, limited])
    const { _links } = await read(`${path}?size=2&page=2`)
    const at = (page: number) => ({ href: `${origin}${path}?size=2&page=${page}` })
    assert.deepEqual(_links, {
      self: at(2),
      first: at(1),
      last: at(3),
      page: { href: `${origin}${path}?size=2{&page}`, templated: true },
      next: at(3),
      previous: at(1),
    })
    assert.equal((await get("/v2/teams/999999999/members")).status, 404)
  })

  item("members page", async () => {
    const path = `/v2/teams/${ids.teams.firstLine}/members`
    assert.deepEqual(await listed(`${path}?size=4&page=2`), [ids.users.light, ids.users.limited])
    assert.deepEqual(await listed(`/v2/teams/${ids.teams.empty}/members`), [])
  })

  item("folders", async () => {
    const found = await listed(`/v2/mailboxes/${ids.inboxes.hidden}/folders`)
    assert.deepEqual(found, Object.values(ids.folders.hidden))
    assert.equal((await get("/v2/mailboxes/999999999/folders")).status, 404)
  })

  item("routing", async () => {
    const path = `/v2/mailboxes/${ids.inboxes.hidden}/routing`
    const { state, assignmentLimit, assignmentMethod, userIds, _links } = await read(path)
    assert.deepEqual(
      [state, assignmentLimit, assignmentMethod, userIds],
      ["enabled", 100, "balanced", [ids.users.grace]],
    )
    assert.deepEqual(_links, { self: { href: origin + path } })
    assert.equal((await get("/v2/mailboxes/999999999/routing")).status, 404)
  })

  item("rating", async () => {
    assert.equal((await read(`/v2/ratings/${ids.ratings.notGood}`)).comments, "Nobody understood me.")
    assert.equal((await get("/v2/ratings/999999999")).status, 404)
  })
})

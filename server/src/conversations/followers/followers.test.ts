import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { FollowerPage } from "@deskhand/contract/conversations/follower"
import { type Changing, changingDesk } from "../../../test/desk/changing.ts"
import { assertShape } from "../../../test/shape.ts"

let on: Changing
before(async () => {
  on = await changingDesk()
})
after(() => on.desk.close())

const pathOf = (id: number) => `/v2/conversations/${id}/followers`
async function followersOf(id: number): Promise<number[]> {
  const { body } = await on.desk.get(pathOf(id), on.ada)
  assertShape(FollowerPage, body)
  return body._embedded.followers.map(({ user }: { user: { id: number } }) => user.id)
}

describe("/v2/conversations/{id}/followers", () => {
  test("users follow and stop, each time with one event", async () => {
    const id = await on.fresh()
    const send = (method: string) => on.desk.send(method, `${pathOf(id)}/me`, { token: on.grace })
    for (const method of ["PUT", "PUT"]) assert.equal((await send(method)).status, 204)
    assert.deepEqual(await followersOf(id), [on.ids.users.grace])
    for (const method of ["DELETE", "DELETE"]) assert.equal((await send(method)).status, 204)
    assert.deepEqual(await followersOf(id), [])
    const events = (await on.toldOf(id)).filter(({ kind }) => kind === "convo.followers.changed")
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ follows: true }, { follows: false }],
    )
  })

  test("404 for who may not see it, 403 for a read-only token; light users may", async () => {
    const { desk, ids } = on
    const { id } = await on.made({ mailboxId: ids.inboxes.hidden, assignTo: null })
    const limited = await desk.tokenFor(ids.users.limited)
    const reading = await desk.tokenFor(ids.users.grace, "read-only")
    const light = await desk.tokenFor(ids.users.light)
    for (const method of ["PUT", "DELETE"])
      assert.equal((await desk.send(method, `${pathOf(id)}/me`, { token: limited })).status, 404)
    assert.equal((await desk.get(pathOf(id), limited)).status, 404)
    const open = await on.fresh()
    assert.equal((await desk.send("PUT", `${pathOf(open)}/me`, { token: reading })).status, 403)
    assert.equal((await desk.send("PUT", `${pathOf(open)}/me`, { token: light })).status, 204)
  })
})

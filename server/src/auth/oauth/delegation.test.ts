import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Role } from "@deskhand/contract/people/user"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { problemOf } from "../../../test/mail/threading.ts"
import { sql } from "../../db/db.ts"
import { createApp } from "./apps.ts"

const roles: Role[] = ["light user", "user", "admin", "owner"]
const callback = "https://app.example/cb"

let desk: TestDesk
let ownerId: number
const tokens = new Map<Role, string>()

before(async () => {
  desk = await testDesk()
  ownerId = await desk.addUser({ email: "owner@desk.example", role: "owner" })
  for (const role of roles) {
    const id = role === "owner" ? ownerId : await desk.addUser({ email: `${emailName(role)}@desk.example`, role })
    tokens.set(role, await desk.tokenFor(id))
  }
})
after(() => desk.close())

let made = 0
const emailName = (role: Role) => role.replace(" ", "-")

/** A new user of that role; there is only one owner. */
async function targetOf(role: Role): Promise<number> {
  return role === "owner" ? ownerId : desk.addUser({ email: `${emailName(role)}-${++made}@desk.example`, role })
}

async function appActingFor(userId: number): Promise<{ id: number; clientId: string; clientSecret?: string }> {
  return createApp(desk.db, { name: "Robot", userId, redirectUris: [callback], public: false })
}

type Send = (method: string, path: string, body?: object) => Promise<[number, string]>

/** Each gives or replaces something by which the target can be impersonated, or changes what the target may do. */
const operations: Record<string, (send: Send, targetId: number) => Promise<[number, string]>> = {
  "create an app": (send, userId) => send("POST", "/v2/apps", { name: "Mine", userId }),
  "rotate the secret of an app": async (send, userId) =>
    send("POST", `/v2/apps/${(await appActingFor(userId)).id}/secret`),
  "redirect an app": async (send, userId) =>
    send("PUT", `/v2/apps/${(await appActingFor(userId)).id}`, {
      name: "Robot",
      redirectUris: ["https://attacker.example/cb"],
    }),
  "let an app administer": async (send, userId) =>
    send("PUT", `/v2/apps/${(await appActingFor(userId)).id}`, {
      name: "Robot",
      redirectUris: [callback],
      administration: true,
    }),
  "make a reset link": (send, userId) => send("POST", `/v2/users/${userId}/reset-link`),
  "change the e-mail address": (send, userId) =>
    send("PUT", `/v2/users/${userId}`, { email: `taken-over-${++made}@desk.example` }),
}

describe("credentials that act for somebody else", () => {
  for (const [name, operate] of Object.entries(operations))
    for (const actor of roles)
      for (const target of roles)
        test(`${name}: ${actor} for ${target}`, async () => {
          const send: Send = async (method, path, body) =>
            problemOrStatus(await desk.send(method, path, { token: tokens.get(actor) ?? "", ...(body && { body }) }))
          const [status, code] = await operate(send, await targetOf(target))
          const administers = actor === "owner" || actor === "admin"
          if (!administers) assert.deepEqual([status, code], [403, "forbidden"])
          else if (actor === "admin" && target === "owner") assert.deepEqual([status, code], [403, "more_rights"])
          else assert.ok(status >= 200 && status < 300, `${status} ${code}`)
        })

  test("nobody becomes owner, and the owner is neither demoted nor deleted", async () => {
    const targetId = await targetOf("user")
    for (const actor of ["admin", "owner"] as const) {
      const token = tokens.get(actor) ?? ""
      const body = { role: "owner" }
      assert.equal((await desk.send("PUT", `/v2/users/${targetId}`, { token, body })).status, 403)
      assert.equal((await desk.send("PUT", `/v2/users/${ownerId}`, { token, body: { role: "user" } })).status, 403)
      assert.equal((await desk.send("DELETE", `/v2/users/${ownerId}`, { token })).status, 403)
    }
  })

  test("an app that the owner has allowed is the owner's to change, whomever it acts for on its own", async () => {
    const { id } = await appActingFor(await targetOf("user"))
    await desk.db.run(sql`
      insert into tokens (hash, kind, user_id, app_id, scope, expires_at)
      values (decode(repeat('ab', 32), 'hex'), 'access', ${ownerId}, ${id}, 'full', now() + interval '100 years')`)
    const token = tokens.get("admin") ?? ""
    const rotated = await desk.send("POST", `/v2/apps/${id}/secret`, { token })
    assert.deepEqual(problemOf(rotated), [403, "more_rights"])
    const body = { name: "Robot", redirectUris: ["https://attacker.example/cb"] }
    assert.deepEqual(problemOf(await desk.send("PUT", `/v2/apps/${id}`, { token, body })), [403, "more_rights"])
    const byOwner = await desk.send("POST", `/v2/apps/${id}/secret`, { token: tokens.get("owner") ?? "" })
    assert.equal(byOwner.status, 200)
  })

  test("an admin may still end what an app of the owner can do", async () => {
    const { id } = await appActingFor(ownerId)
    assert.equal((await desk.send("DELETE", `/v2/apps/${id}`, { token: tokens.get("admin") ?? "" })).status, 204)
  })

  test("the stolen secret never works: the one before stays", async () => {
    const app = await appActingFor(ownerId)
    await desk.send("POST", `/v2/apps/${app.id}/secret`, { token: tokens.get("admin") ?? "" })
    const granted = await desk.send("POST", "/v2/oauth2/token", {
      body: { grant_type: "client_credentials", client_id: app.clientId, client_secret: app.clientSecret },
    })
    assert.equal(granted.status, 200)
  })
})

function problemOrStatus(answer: Awaited<ReturnType<TestDesk["send"]>>): [number, string] {
  return answer.status < 400 ? [answer.status, ""] : problemOf(answer)
}

import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { AuditEntry } from "@deskhand/contract/people/audit"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { issuePersonalToken } from "../auth/tokens/personal-tokens.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const list = async (query = "") => {
  const { status, body } = await desk.get(`/v2/audit-log${query}`, ada)
  assert.equal(status, 200)
  return body._embedded.entries as AuditEntry[]
}

/** Does it as Ada and gives what was noted down of it, the oldest first. */
async function noted(method: string, path: string, body?: object): Promise<(AuditEntry & { id: number })[]> {
  const [{ id: last } = { id: 0 }] = await list("?size=1")
  const { status } = await desk.send(method, path, { token: ada, ...(body && { body }) })
  assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status}`)
  return (await list()).filter(({ id }) => id > last).toReversed()
}

const about = ({ noun, act, by }: AuditEntry) => [noun, act, by?.id]

describe("GET /v2/audit-log", () => {
  test("says who changed what, from what to what", async () => {
    const [made] = await noted("POST", "/v2/tags", { name: "urgent", color: "#cc0000" })
    assert.deepEqual(made && about(made), ["tag", "created", ids.users.ada])
    assert.equal(made?.subjectName, "urgent")
    const [changed] = await noted("PUT", `/v2/tags/${made?.subjectId}`, { name: "very urgent", color: "#cc0000" })
    assert.deepEqual(changed?.changes, [{ field: "name", before: "urgent", after: "very urgent" }])
    const [gone] = await noted("DELETE", `/v2/tags/${made?.subjectId}`)
    assert.deepEqual(gone && about(gone), ["tag", "deleted", ids.users.ada])
    assert.equal(gone?.subjectName, "very urgent")
  })

  test("knows people, rights, inboxes, fields, routing, saved replies, webhooks, properties and tokens, each with who did it", async () => {
    const inbox = `/v2/mailboxes/${ids.inboxes.support}`
    const writes: [string, string, object | undefined, string[]][] = [
      [
        "POST",
        "/v2/users",
        {
          firstName: "Joan",
          lastName: "Clarke",
          email: "joan@desk.example",
          role: "user",
          mailboxes: [{ id: ids.inboxes.support }],
          sendInvite: false,
        },
        ["user created", "inbox-access created"],
      ],
      ["PUT", `/v2/users/${ids.users.grace}`, { jobTitle: "Admiral" }, ["user updated"]],
      ["PUT", inbox, { signature: "<p>Yours, the desk</p>" }, ["inbox updated"]],
      ["PUT", `${inbox}/users`, { userIds: [ids.users.grace] }, ["inbox-access deleted"]],
      [
        "POST",
        `${inbox}/fields`,
        { name: "Colour", type: "dropdown", options: [{ label: "Red" }] },
        ["custom-field created", "custom-field-option created"],
      ],
      ["POST", `${inbox}/folders`, { name: "Late", query: "status:active" }, ["folder created"]],
      [
        "PUT",
        `${inbox}/routing`,
        { state: "enabled", assignmentLimit: 7, assignmentMethod: "balanced", userIds: [ids.users.grace] },
        ["routing updated"],
      ],
      ["POST", `${inbox}/saved-replies`, { name: "Hello", text: "<p>Hello</p>" }, ["saved-reply created"]],
      [
        "POST",
        "/v2/webhooks",
        { url: "https://hooks.example/1", events: ["convo.created"], secret: "very secret" },
        ["webhook created"],
      ],
      ["POST", "/v2/customer-properties", { name: "Plan", slug: "plan", type: "text" }, ["customer-property created"]],
      ["POST", "/v2/teams", { name: "Second line" }, ["user created"]],
      [
        "PUT",
        `/v2/teams/${ids.teams.firstLine}/members`,
        { addedUserIds: [ids.users.edsger], deletedUserIds: [] },
        ["team-member created"],
      ],
      [
        "POST",
        `${inbox}/connections`,
        {
          kind: "smtp",
          host: "smtp.example.com",
          port: 465,
          security: "tls",
          auth: "password",
          username: "support",
          password: "very secret",
        },
        ["mail-connection created"],
      ],
      ["PUT", "/v2/account", { name: "Our desk" }, ["desk updated"]],
      ["POST", "/v2/users/me/tokens", { name: "Script" }, ["token created"]],
    ]
    for (const [method, path, body, expected] of writes) {
      const entries = await noted(method, path, body)
      const found = entries.map(({ noun, act }) => `${noun} ${act}`)
      for (const one of expected) assert.ok(found.includes(one), `${method} ${path}: ${found.join(", ") || "nothing"}`)
      for (const { by } of entries) assert.equal(by?.id, ids.users.ada, `${method} ${path}`)
    }
  })

  test("tells no secret, and shortens what is long", async () => {
    const rows = await desk.db.many(
      sql`select changes::text from audit_entries where noun in ('webhook', 'user', 'mail-connection')`,
    )
    assert.doesNotMatch(JSON.stringify(rows), /very secret|argon2/)
    const [entry] = await noted("PUT", `/v2/mailboxes/${ids.inboxes.support}`, {
      signature: `<p>${"x".repeat(5_000)}</p>`,
    })
    assert.equal(String(entry?.changes[0]?.after).length, 301)
  })

  test("notes down what is done past the API too, as nobody's", async () => {
    await issuePersonalToken(desk.db, { userId: ids.users.grace, name: "By hand", scope: "full" })
    const [entry] = await list("?noun=token&size=1")
    assert.deepEqual(entry && about(entry), ["token", "created", undefined])
    assert.equal(entry?.subjectName, "By hand")
  })

  test("notes down nothing where nothing changed, and no ordinary work", async () => {
    assert.deepEqual(await noted("PUT", `/v2/users/${ids.users.grace}`, { jobTitle: "Admiral" }), [])
    assert.deepEqual(
      await noted("PATCH", `/v2/conversations/${ids.conversations.active}`, {
        op: "replace",
        path: "/status",
        value: "pending",
      }),
      [],
    )
  })

  test("is searched by who, what and when, and paged", async () => {
    const all = await list("?noun=user")
    assert.ok(all.length > 0 && all.every(({ noun }) => noun === "user"))
    assert.deepEqual(await list(`?user=${ids.users.edsger}`), [])
    assert.deepEqual(await list("?since=2999-01-01T00:00:00Z"), [])
    assert.equal((await list("?until=2999-01-01T00:00:00Z&size=3")).length, 3)
    assert.equal((await desk.get("/v2/audit-log?noun=nothing", ada)).status, 400)
  })

  test("is for admins", async () => {
    assert.equal((await desk.get("/v2/audit-log", await desk.tokenFor(ids.users.grace))).status, 403)
  })
})

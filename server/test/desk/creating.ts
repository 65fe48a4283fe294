import assert from "node:assert/strict"
import type { Config } from "../../src/config.ts"
import { sql } from "../../src/db/db.ts"
import type { ScenarioIds } from "../../src/seed/scenario.ts"
import { type Reply, scenarioDesk, type TestDesk } from "./desk.ts"

/** Conversations made over HTTP on a desk with the scenario. */
export interface Creating {
  desk: TestDesk
  ids: ScenarioIds
  ada: string
  minimal: Record<string, unknown>
  post(body: unknown, token?: string, headers?: Record<string, string>): Promise<Reply>
  /** Creates with these changes to the minimum and reads back, threads from the oldest on. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  made(changes: Record<string, unknown>, token?: string): Promise<{ id: number; conversation: any; threads: any[] }>
  /** Sees that these changes are bad input, by the name of the field, and that nothing was made. */
  refused(changes: Record<string, unknown>, path: string): Promise<void>
  eventsOf(conversationId: number): Promise<{ kind: string; user_id: number }[]>
  countConversations(): Promise<number>
}

export const customerEmail = "new.customer@elsewhere.example"

export const typed = (type: string, more: object = {}) => ({ type, text: `A ${type}`, ...more })

export async function creatingDesk(overrides: Partial<Config> = {}): Promise<Creating> {
  const { desk, ids } = await scenarioDesk(overrides)
  const ada = await desk.tokenFor(ids.users.ada)
  const minimal = {
    subject: "Order 4711 is late",
    type: "email",
    mailboxId: ids.inboxes.support,
    status: "active",
    customer: { email: customerEmail },
    threads: [{ type: "customer", customer: { email: customerEmail }, text: "<p>Where is it?</p>" }],
  }
  const post: Creating["post"] = (body, token = ada, headers = {}) =>
    desk.send("POST", "/v2/conversations", { token, body, headers })
  const countConversations = async () =>
    (await desk.db.one<{ count: number }>(sql`select count(*) as count from conversations`)).count
  return {
    desk,
    ids,
    ada,
    minimal,
    post,
    countConversations,
    async made(changes, token = ada) {
      const answer = await post({ ...minimal, ...changes }, token)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const id = Number(answer.headers.get("resource-id"))
      const { body } = await desk.get(`/v3/conversations/${id}?embed=threads`, token)
      return { id, conversation: body, threads: body._embedded.threads.toReversed() }
    },
    async refused(changes, path) {
      const before = await countConversations()
      const answer = await post({ ...minimal, ...changes })
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      const paths = answer.body._embedded.errors.map((error: { path: string }) => error.path)
      assert.ok(paths.includes(path), `${path} is not among ${paths}`)
      assert.equal(await countConversations(), before)
    },
    eventsOf: (conversationId) =>
      desk.db.many(sql`select kind, user_id from events where conversation_id = ${conversationId} order by id`),
  }
}

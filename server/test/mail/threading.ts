import assert from "node:assert/strict"
import type { Config } from "../../src/config.ts"
import { sql } from "../../src/db/db.ts"
import type { Scope } from "../../src/http/viewer.ts"
import { type Creating, creatingDesk, customerEmail } from "../desk/creating.ts"
import type { Reply } from "../desk/desk.ts"

export { customerEmail }

type Place = "reply" | "notes" | "chats" | "phones" | "customer"

/** Threads that are written and changed over HTTP on a desk with the scenario. */
export interface Threading extends Creating {
  tokens: { ada: string; grace: string; limited: string; light: string; draftsOnly: string }
  /** Of an active conversation with a question that Ada answered, assigned to Grace; nobody was told of it yet. */
  open(changes?: Record<string, unknown>): Promise<number>
  add(conversationId: number, place: Place, body?: object, options?: Options): Promise<Reply>
  /** Adds one that must be taken, and gives its id. */
  added(conversationId: number, place: Place, body?: object, options?: Options): Promise<number>
  /** A request to one thread, such as `PATCH` or `PUT` with `/schedule` behind it. */
  change(method: string, at: At, body?: unknown, options?: Options & { under?: string }): Promise<Reply>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  read(conversationId: number, token?: string): Promise<{ conversation: any; threads: any[]; lines: string[] }>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  thread(at: At, token?: string): Promise<any>
  /** What was recorded since the last time somebody asked. */
  told(conversationId: number): Promise<{ kind: string; user_id: number; data: Record<string, unknown> }[]>
  kinds(conversationId: number): Promise<string[]>
  /** How many conversations hold the word. */
  found(word: string): Promise<number>
  passTime(seconds: number): void
}

export interface At {
  id: number
  threadId: number
}

interface Options {
  token?: string
  headers?: Record<string, string>
}

export const replace = (path: string, value: unknown) => ({ op: "replace", path, value })

/** Its status and the code that its page explains. */
export function problemOf(answer: Reply): [number, string] {
  return [answer.status, String(answer.body?._links.about.href).split("/").at(-1) ?? ""]
}

export async function threadingDesk(overrides: Partial<Config> = {}): Promise<Threading> {
  const creating = await creatingDesk(overrides)
  const { desk, ids, ada } = creating
  const tokenOf = (id: number, scope?: Scope) => desk.tokenFor(id, scope)
  const tokens = {
    ada,
    grace: await tokenOf(ids.users.grace),
    limited: await tokenOf(ids.users.limited),
    light: await tokenOf(ids.users.light),
    draftsOnly: await tokenOf(ids.users.ada, "drafts-only"),
  }
  const heard = new Map<number, number>()
  const told: Threading["told"] = async (conversationId) => {
    const events = await desk.db.many<{ kind: string; user_id: number; data: Record<string, unknown> }>(sql`
      select kind, user_id, data from events where conversation_id = ${conversationId} order by id`)
    const before = heard.get(conversationId) ?? 0
    heard.set(conversationId, events.length)
    return events.slice(before)
  }
  const usual = (place: Place) => ({
    text: "One more word",
    ...((place === "chats" || place === "phones" || place === "customer") && { customer: { email: customerEmail } }),
  })
  const add: Threading["add"] = (conversationId, place, body = {}, options = {}) =>
    desk.send("POST", `/v2/conversations/${conversationId}/${place}`, {
      token: ada,
      body: { ...usual(place), ...body },
      ...options,
    })
  return {
    ...creating,
    tokens,
    async open(changes = {}) {
      const { id } = await creating.made({
        assignTo: ids.users.grace,
        threads: [
          { type: "customer", text: "Is it open?" },
          { type: "reply", text: "Always." },
        ],
        ...changes,
      })
      await told(id)
      return id
    },
    add,
    async added(conversationId, place, body, options) {
      const answer = await add(conversationId, place, body, options)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return Number(answer.headers.get("resource-id"))
    },
    change: (method, { id, threadId }, body, { under = "", ...options } = {}) =>
      desk.send(method, `/v2/conversations/${id}/threads/${threadId}${under}`, {
        token: ada,
        ...(body !== undefined && { body }),
        ...options,
      }),
    async read(conversationId, token = ada) {
      const { body } = await desk.get(`/v3/conversations/${conversationId}?embed=threads`, token)
      const { threads } = body._embedded
      const lines = threads.flatMap((thread: { action?: { type: string; text: string } }) =>
        thread.action ? [`${thread.action.type}: ${thread.action.text}`] : [],
      )
      return { conversation: body, threads, lines: lines.toReversed() }
    },
    async thread({ id, threadId }, token = ada) {
      return (await desk.get(`/v2/conversations/${id}/threads/${threadId}`, token)).body
    },
    told,
    kinds: async (conversationId) => (await told(conversationId)).map(({ kind }) => kind),
    async found(word) {
      return (await desk.get(`/v2/conversations?status=all&query=body:${word}`, ada)).body.page.totalElements
    },
    passTime(seconds) {
      desk.clock.now = new Date(desk.clock.now.getTime() + seconds * 1_000)
    },
  }
}

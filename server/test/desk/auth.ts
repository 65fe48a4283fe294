import argon2 from "@node-rs/argon2"
import type { FastifyInstance } from "fastify"
import Type from "typebox"
import { routes } from "../../src/app.ts"
import { authenticating } from "../../src/auth/authenticate.ts"
import { Visitors } from "../../src/auth/visitors.ts"
import { readConfig } from "../../src/config.ts"
import { type Database, sql } from "../../src/db/db.ts"
import { openOutgoing } from "../../src/http/outgoing/safe-fetch.ts"
import { type Desk, type Route, route } from "../../src/http/route.ts"
import { buildServer } from "../../src/http/server.ts"
import { absentFiles } from "./http.ts"

export const origin = "http://desk.example"
export const password = "correct horse battery"

export interface TestDesk {
  app: FastifyInstance
  db: Database
  /** Moves the clock of the desk. */
  pass(duration: { seconds?: number; minutes?: number; days?: number }): void
  now(): Date
  close(): Promise<void>
}

/** A desk with the routes of this slice and two to see who is asking. */
export function startTestDesk(
  { db, drop }: { db: Database; drop(): Promise<void> },
  environment: Record<string, string> = {},
): TestDesk {
  let now = new Date("2026-03-01T12:00:00.000Z")
  const config = readConfig({ LOG_LEVEL: "silent", ...environment })
  const desk: Desk = {
    config,
    db,
    replica: undefined,
    files: absentFiles(),
    outgoing: openOutgoing(config),
    now: () => now,
  }
  // Tests change rights behind the desk's back, unless they say otherwise.
  const visitors = new Visitors(Number(environment["VISITOR_MEMORY"] ?? 0))
  const app = buildServer({
    desk,
    routes: [...routes, seeViewer, write],
    authenticate: authenticating(visitors),
    onRightsChanged: () => visitors.forget(),
    onAnswer() {},
  })
  return {
    app,
    db,
    pass({ seconds = 0, minutes = 0, days = 0 }) {
      now = new Date(now.getTime() + ((days * 24 * 60 + minutes) * 60 + seconds) * 1_000)
    },
    now: () => now,
    async close() {
      await app.close()
      await drop()
    },
  }
}

const seeViewer: Route = route({
  method: "GET",
  url: "/viewer",
  permission: "signed-in",
  summary: "Who is asking",
  answers: { 200: Type.Unknown() },
  handle: async ({ viewer }) => ({ status: 200, body: viewer }),
})

const write: Route = route({
  method: "POST",
  url: "/write",
  permission: "tags:write",
  summary: "Something that changes",
  answers: { 204: "Changed" },
  handle: async () => ({ status: 204 }),
})

/** A hash tells its own cost. Tests sign in hundreds of times, and this one takes a fraction of a millisecond. */
let hash: Promise<string> | undefined

export async function addUser(
  db: Database,
  { name, role = "user", type = "user" }: { name: string; role?: string; type?: string },
): Promise<number> {
  hash ??= argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const signsIn = type === "user"
  const { id } = await db.one<{ id: number }>(sql`
    insert into users (type, first_name, email, role, initials, mention, password_hash)
    values (${type}, ${name}, ${type === "team" ? null : `${name}@example.com`}, ${type === "team" ? null : role}, 'XX',
      ${name}, ${signsIn ? await hash : null})
    returning id`)
  return id
}

export async function addInbox(db: Database, name: string, userIds: number[] = []): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    sql`insert into inboxes (name, email) values (${name}, ${`${name}@example.com`}) returning id`,
  )
  for (const userId of userIds) await db.run(sql`insert into inbox_users (inbox_id, user_id) values (${id}, ${userId})`)
  return id
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, host: "desk.example" }
}

/** What a browser sends from our own page. */
export function fromPage(cookie?: string): Record<string, string> {
  return { host: "desk.example", "sec-fetch-site": "same-origin", ...(cookie === undefined ? {} : { cookie }) }
}

export async function signInAs(desk: TestDesk, name: string, more: { ip?: string; password?: string } = {}) {
  return desk.app.inject({
    method: "POST",
    url: "/session",
    headers: fromPage(),
    payload: { email: `${name}@example.com`, password: more.password ?? password },
    ...(more.ip === undefined ? {} : { remoteAddress: more.ip }),
  })
}

/** The `name=value` of the session cookie that an answer sets. */
export function cookieOf(answer: { headers: Record<string, unknown> }): string {
  return String(answer.headers["set-cookie"]).split(";")[0] ?? ""
}

export async function statusOf(desk: TestDesk, token: string): Promise<number> {
  return (await desk.app.inject({ url: "/viewer", headers: bearer(token) })).statusCode
}

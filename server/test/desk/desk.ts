import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ErrorBody } from "@deskhand/contract/error"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { buildApp } from "../../src/app.ts"
import { issuePersonalToken } from "../../src/auth/tokens/personal-tokens.ts"
import { type Config, readConfig } from "../../src/config.ts"
import { type Database, openDatabase, sql } from "../../src/db/db.ts"
import type { Files } from "../../src/files/files.ts"
import { openFiles } from "../../src/files/open.ts"
import { problemType } from "../../src/http/errors/problem.ts"
import { type Outgoing, openOutgoing } from "../../src/http/outgoing/safe-fetch.ts"
import type { Scope } from "../../src/http/viewer.ts"
import { MailThrottle } from "../../src/runtime/mail-throttle.ts"
import { type ScenarioIds, storeScenarioFiles } from "../../src/seed/scenario.ts"
import { assertShape } from "../shape.ts"
import { patientLimits } from "../until.ts"
import { firstMoment, scenarioDatabase, type TestDatabase, testDatabase } from "./database.ts"

export interface Reply {
  status: number
  headers: Headers
  /** Parsed where it is JSON, text otherwise, undefined where it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  body: any
}

export interface TestDesk {
  /** The test's own; the application has another. */
  db: Database
  appDb: Database
  databaseUrl: string
  config: Config
  files: Files
  outgoing: Outgoing
  mailThrottle: MailThrottle
  app: FastifyInstance
  origin: string
  /** The desk's clock; tests set it. */
  clock: { now: Date }
  tokenFor(userId: number, scope?: Scope): Promise<string>
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Reply>
  send(method: string, path: string, options?: SendOptions): Promise<Reply>
  /** Makes a user who may see the named inboxes. */
  addUser(user: { email: string; role: string; inboxIds?: number[] }): Promise<number>
  close(): Promise<void>
}

export interface SendOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** The real application on a database of its own, spoken to over HTTP. */
export async function testDesk(overrides: Partial<Config> = {}): Promise<TestDesk> {
  return startDesk(await testDatabase(), overrides)
}

/** One with the scenario, loaded at the moment at which its clock begins. */
export async function scenarioDesk(overrides: Partial<Config> = {}): Promise<{ desk: TestDesk; ids: ScenarioIds }> {
  const { ids, ...database } = await scenarioDatabase()
  return { desk: await startDesk(database, overrides), ids }
}

/** The real application on a database that is migrated already. */
export async function startDesk({ db: admin, url, drop }: TestDatabase, overrides: Partial<Config>): Promise<TestDesk> {
  const clock = { now: new Date(firstMoment) }
  const filesDir = await mkdtemp(join(tmpdir(), "deskhand-files-"))
  // Nothing is remembered, because tests change rights behind the desk's back.
  const environment = { PORT: "0", LOG_LEVEL: "silent", VISITOR_MEMORY: "0", SECRETS_KEY: "5e".repeat(32) }
  const config: Config = { ...readConfig(environment), filesDir, ...overrides }
  const files = openFiles(config)
  const outgoing = openOutgoing(config)
  const mailThrottle = new MailThrottle(config.mailRate)
  // The attachments of the scenario, where there is one, name them.
  await storeScenarioFiles(files)
  const db = openDatabase({ url, connections: 10, prepared: true, ...patientLimits })
  const app = buildApp({ config, db, replica: undefined, files, outgoing, mailThrottle, now: () => clock.now })
  app.addHook("onSend", async (request, reply, payload) => {
    holdAgainstContract(request, reply, payload)
    return payload
  })
  const origin = await app.listen({ port: 0, host: "127.0.0.1" })
  return {
    db: admin,
    appDb: db,
    databaseUrl: url,
    config,
    files,
    outgoing,
    mailThrottle,
    app,
    origin,
    clock,
    // As an admin makes one for tests of administration; the role decides what others may do.
    tokenFor: async (userId, scope = "administration") =>
      (await issuePersonalToken(admin, { userId, name: "Test", scope })).token,
    get: (path, token, headers) => send(origin, "GET", path, { ...(token && { token }), ...(headers && { headers }) }),
    send: (method, path, options) => send(origin, method, path, options),
    addUser: (user) => addUser(admin, user),
    async close() {
      await app.close()
      outgoing.close()
      await db.close()
      await drop()
      await rm(filesDir, { recursive: true })
    },
  }
}

/** Every JSON answer of every test has the shape that its route declares; errors have the one of all errors. */
function holdAgainstContract(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const type = String(reply.getHeader("content-type"))
  if (!Buffer.isBuffer(payload) || !/json/.test(type)) return
  const declared = request.routeOptions.config.route?.answers[reply.statusCode]
  const shape = type === problemType ? ErrorBody : declared
  if (typeof shape === "object") assertShape(shape, JSON.parse(payload.toString()))
}

async function send(origin: string, method: string, path: string, options: SendOptions = {}): Promise<Reply> {
  const response = await fetch(path.startsWith("http") ? path : origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { "Content-Type": "application/json" }),
      ...options.headers,
    },
    ...(options.body !== undefined && {
      body: typeof options.body === "string" ? options.body : JSON.stringify(options.body),
    }),
  })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json")
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : isJson ? JSON.parse(text) : text,
  }
}

async function addUser(db: Database, user: { email: string; role: string; inboxIds?: number[] }): Promise<number> {
  const name = user.email.split("@")[0] ?? "somebody"
  const { id } = await db.one<{ id: number }>(sql`
    insert into users (type, first_name, last_name, email, role, initials, mention)
    values ('user', ${name}, 'Tester', ${user.email}, ${user.role}, 'TT', ${name}) returning id`)
  for (const inboxId of user.inboxIds ?? [])
    await db.run(sql`insert into inbox_users (inbox_id, user_id) values (${inboxId}, ${id})`)
  return id
}

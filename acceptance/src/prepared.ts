/**
 * Desks with the scenario of the interface. The first file that asks makes one, and every file works on a copy: of its
 * database, which takes a tenth of a second, or of a whole data folder, for those who kill PostgreSQL.
 */
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { printedByHost, startHostedDesk, stopHostedDesk } from "./desk-host.ts"
import { desk, finished, patientDatabase, startDesk } from "./processes.ts"

export const password = "correct horse battery staple"

export interface Prepared {
  /** As it was printed at the first start. */
  owner: { email: string; password: string; token: string }
  /** Everything of the scenario by readable names, as the command prints it. */
  // biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
  ids: any
  /** Of those who are needed most, by their names in the scenario. */
  tokens: Record<string, string>
  sessions: Record<string, string>
}

export interface ClonedDesk extends Prepared {
  /** What starts a desk on it. */
  environment: Record<string, string>
  drop(): Promise<void>
}

/** In the temporary folder of a run, which all its processes share. */
const folder = () => join(tmpdir(), "prepared")
/** The PostgreSQL of the tests is fast, because nothing in it must survive a crash. */
const settings = { ALLOW_UNSAFE_DATABASE: "on", ...patientDatabase }

/** A copy of the database, beside others on the PostgreSQL of the run. */
export async function cloneDesk(dataDir: string): Promise<ClonedDesk> {
  return clone(dataDir, await scenarioTemplate())
}

/** One in which the first people of the scenario have signed in. */
export async function cloneVisitedDesk(dataDir: string): Promise<ClonedDesk> {
  return clone(dataDir, await visitedTemplate())
}

interface Template extends Prepared {
  name: string
  environment: Record<string, string>
}

function scenarioTemplate(): Promise<Template> {
  return madeOnce("scenario", async (environment) => {
    await onServer("create database scenario")
    return prepare(environment)
  })
}

function visitedTemplate(): Promise<Template> {
  return madeOnce("visited", async (environment) => {
    const source = await scenarioTemplate()
    await onServer("create database visited template scenario")
    await cp(source.environment["DATA_DIR"] ?? "", environment["DATA_DIR"] ?? "", { recursive: true })
    return { ...source, sessions: await visit(environment, source) }
  })
}

async function madeOnce(
  name: string,
  make: (environment: Record<string, string>) => Promise<Prepared>,
): Promise<Template> {
  const at = join(folder(), name)
  const environment = { DATA_DIR: join(at, "data"), DATABASE_URL: urlOf(name), ...settings }
  return { ...(await once(at, () => make(environment))), name, environment }
}

async function clone(dataDir: string, { name: template, environment, ...prepared }: Template): Promise<ClonedDesk> {
  const name = `desk_${randomBytes(6).toString("hex")}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  // The key of the secrets in the database is among them.
  await cp(environment["DATA_DIR"] ?? "", dataDir, { recursive: true })
  return {
    ...prepared,
    environment: { ...environment, DATA_DIR: dataDir, DATABASE_URL: urlOf(name) },
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}

/** A copy of the whole folder, with a PostgreSQL of its own. */
export async function copyDesk(dataDir: string): Promise<Prepared> {
  const at = join(folder(), "copied")
  const environment = { DATA_DIR: join(at, "data") }
  const prepared = await once(at, () => prepare(environment))
  // The files belong to whoever runs PostgreSQL.
  const { code, stderr } = await finished(spawn("cp", ["-a", environment.DATA_DIR, dataDir]))
  assert.equal(code, 0, stderr)
  return prepared
}

/** Of several processes that ask at the same time one makes it, and the others wait. */
async function once(at: string, make: () => Promise<Prepared>): Promise<Prepared> {
  const told = join(at, "prepared.json")
  await mkdir(folder(), { recursive: true, mode: 0o711 })
  const isFirst = await mkdir(at, { mode: 0o711 }).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await writeFile(`${told}.new`, JSON.stringify(await make()))
    await rename(`${told}.new`, told)
  }
  // Without a limit of its own: making a desk has several. The limit of the test guards against hanging.
  while (!existsSync(told)) await pause(50)
  return JSON.parse(await readFile(told, "utf8"))
}

async function prepare(environment: Record<string, string>): Promise<Prepared> {
  const started = await startDesk(environment, ["--empty"])
  const printed = (pattern: RegExp) => pattern.exec(started.output)?.[1] ?? ""
  const ids = JSON.parse(await printedByHost(["seed", "--scenario", "interface", "--json"], environment))
  const prepared: Prepared = {
    owner: {
      email: printed(/Owner +(\S+)/),
      password: printed(/Password +(\S+)/),
      token: printed(/Bearer (\S+)"/),
    },
    ids,
    tokens: {},
    sessions: {},
  }
  for (const name of ["ada", "grace", "limited"])
    prepared.tokens[name] = (await printedByHost(["token", "--user", ids.emails[name]], environment)).trim()
  await started.stop()
  return prepared
}

/** Gives the cookies, by the names of those who visited. */
async function visit(environment: Record<string, string>, { ids }: Prepared): Promise<Record<string, string>> {
  const origin = await startHostedDesk(environment)
  const cookies: Record<string, string> = {}
  for (const name of ["ada", "grace"]) {
    const email = ids.emails[name]
    const oneTime = (await printedByHost(["password", "--keep-tokens", "--user", email], environment)).trim()
    cookies[name] = await signIn(origin, email, oneTime)
  }
  await stopHostedDesk(origin)
  return cookies
}

function urlOf(database: string): string {
  return serverUrl().replace(/[^/]*$/, database)
}

function serverUrl(): string {
  const url = process.env["TEST_DATABASE_URL"]
  if (!url) throw new Error("Run the tests with npm test: it starts the PostgreSQL that TEST_DATABASE_URL names")
  return url
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** What a command of the desk prints. */
export async function printedBy(args: string[], environment: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await desk(args, environment)
  assert.notEqual(stdout, "", stderr)
  return stdout
}

/** With a password that is theirs, so that nothing asks them to choose one. Gives the cookie. */
export async function signIn(origin: string, email: string, oneTime: string): Promise<string> {
  const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" }
  const body = JSON.stringify({ email, password: oneTime })
  const { headers: answered } = await fetch(`${origin}/session`, { method: "POST", headers, body })
  const cookie = /desk_session=([^;]+)/.exec(answered.get("Set-Cookie") ?? "")?.[1] ?? ""
  const changed = await fetch(`${origin}/session/password`, {
    method: "PUT",
    headers: { ...headers, Cookie: `desk_session=${cookie}` },
    body: JSON.stringify({ currentPassword: oneTime, newPassword: password }),
  })
  assert.equal(changed.status, 204)
  return cookie
}

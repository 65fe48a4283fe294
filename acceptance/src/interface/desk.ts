import assert from "node:assert/strict"
import { join } from "node:path"
import { DeskhandClient } from "@deskhand/sdk/client"
import pg from "pg"
import { type ClonedDesk, cloneDesk } from "../prepared.ts"
import { desk, removeFolder, type StartedDesk, startDesk, temporaryFolder } from "../processes.ts"
import { patienceMs } from "../until.ts"

/** Everything of the scenario by readable names, as the command prints it. */
// biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
export let ids: any
export let origin: string

const tokens = new Map<string, string>()
let folder: string
let clone: ClonedDesk
let started: StartedDesk

/** A desk of its own with the interface scenario, as `npm start` runs it. */
export async function openDesk(): Promise<void> {
  folder = await temporaryFolder()
  clone = await cloneDesk(join(folder, "data"))
  ids = clone.ids
  for (const [name, token] of Object.entries({ ...clone.tokens, owner: clone.owner.token })) tokens.set(name, token)
  started = await startDesk(clone.environment)
  origin = started.origin
}

export async function closeDesk(): Promise<void> {
  await started.stop()
  await clone.drop()
  await removeFolder(folder)
}

interface AdvancedDesk {
  client: DeskhandClient
  // biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
  ids: any
}

/** Another desk, on which what the scenario has scheduled for so long after it was made is due now. */
export async function onDeskAhead(
  { days, hours }: { days: number; hours: number },
  look: (desk: AdvancedDesk) => Promise<void>,
): Promise<void> {
  const folder = await temporaryFolder()
  const { ids, tokens, environment, drop } = await cloneDesk(join(folder, "data"))
  const db = new pg.Client({ connectionString: environment["DATABASE_URL"] })
  await db.connect()
  for (const table of ["threads", "conversations"])
    await db.query(
      `update ${table} set scheduled_for = scheduled_for - make_interval(days => $1, hours => $2) + (now() - $3::timestamptz)`,
      [days, hours, ids.now],
    )
  await db.end()
  const { origin, stop } = await startDesk(environment)
  try {
    await look({
      client: new DeskhandClient({ baseUrl: origin, token: tokens["ada"] ?? "", timeoutMs: patienceMs }),
      ids,
    })
  } finally {
    await stop()
    await drop()
    await removeFolder(folder)
  }
}

/** Of somebody of the scenario, or of the owner of the desk. */
export async function tokenOf(name = "ada"): Promise<string> {
  const known = tokens.get(name)
  if (known !== undefined) return known
  const printed = await runDesk(name === "owner" ? ["token"] : ["token", "--user", ids.emails[name]])
  tokens.set(name, printed.trim())
  return printed.trim()
}

/** What a command prints, for whom it must work. */
export async function runDesk(args: string[]): Promise<string> {
  const { stdout, stderr } = await desk(args, clone.environment)
  assert.notEqual(stdout, "", stderr)
  return stdout
}

export async function clientOf(name = "ada"): Promise<DeskhandClient> {
  return new DeskhandClient({ baseUrl: origin, token: await tokenOf(name), timeoutMs: patienceMs })
}

export interface Reply {
  status: number
  headers: Headers
  /** Parsed where it is JSON, text otherwise, undefined where it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  body: any
}

export interface SendOptions {
  /** Nobody when it is null. */
  as?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export async function send(method: string, path: string, options: SendOptions = {}): Promise<Reply> {
  const { as = "ada", body, headers } = options
  const response = await fetch(path.startsWith("http") ? path : origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...(as !== null && { Authorization: `Bearer ${await tokenOf(as)}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const text = await textOf(response)
  const isJson = response.headers.get("Content-Type")?.includes("json")
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : isJson ? JSON.parse(text) : text,
  }
}

/** A stream of events does not end by itself. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("Content-Type") !== "text/event-stream") return response.text()
  await response.body?.cancel()
  return ""
}

export function get(path: string, options: SendOptions = {}): Promise<Reply> {
  return send("GET", path, options)
}

/** The body of an answer that must be 200. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
export async function read(path: string, options: SendOptions = {}): Promise<any> {
  const { status, body } = await get(path, options)
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
  return body
}

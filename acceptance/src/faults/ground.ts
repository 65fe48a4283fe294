import assert from "node:assert/strict"
import type { ChildProcess } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { DeskhandClient } from "@deskhand/sdk/client"
import pg from "pg"
import { copyDesk } from "../prepared.ts"
import {
  desk,
  type Finished,
  finished,
  listening,
  removeFolder,
  type StartedDesk,
  spawnBareDesk,
  startDesk,
  temporaryFolder,
} from "../processes.ts"
import { patienceMs } from "../until.ts"
import { Journal } from "./journal.ts"

/** A desk with the scenario, whose processes are there to be killed. */
export interface Ground {
  folder: string
  dataDir: string
  databaseUrl: string
  /** Straight to the database, past every desk. */
  db: pg.Pool
  /** Everything of the scenario by readable names. */
  // biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
  ids: any
  /** Of Ada, who administers. */
  token: string
  /** One that threads can be added to. */
  conversationId: number
  journal: Journal
  /** As `npm start` runs it: it holds PostgreSQL, and starts it again when it is gone. */
  keeper: StartedDesk
  close(): Promise<void>
}

export async function openGround(): Promise<Ground> {
  const folder = await temporaryFolder()
  const dataDir = join(folder, "data")
  const { ids, tokens } = await copyDesk(dataDir)
  const token = tokens["ada"] ?? ""
  const keeper = await startDesk({ DATA_DIR: dataDir })
  try {
    const databaseUrl = await urlOf(dataDir)
    const db = new pg.Pool({ connectionString: databaseUrl, max: 3 })
    // Those that rest when PostgreSQL is killed; the next query opens another.
    db.on("error", () => {})
    const journal = await Journal.open(join(folder, "journal"))
    const close = async () => {
      await journal.close()
      await db.end()
      await keeper.stop()
      await removeFolder(folder)
    }
    const conversationId = await makeConversation(keeper.origin, { token, inboxId: ids.inboxes.empty })
    return { folder, dataDir, databaseUrl, db, ids, token, conversationId, journal, keeper, close }
  } catch (error) {
    await keeper.stop()
    await removeFolder(folder)
    throw error
  }
}

/** What a command prints, which must succeed. */
export async function runCommand(dataDir: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await desk(args, { DATA_DIR: dataDir })
  assert.equal(code, 0, stdout + stderr)
  return stdout
}

async function makeConversation(origin: string, { token, inboxId }: { token: string; inboxId: number }) {
  const client = new DeskhandClient({ baseUrl: origin, token, timeoutMs: patienceMs })
  const { id } = await client.conversations.create({
    subject: "Written to by many",
    type: "email",
    mailboxId: inboxId,
    status: "active",
    customer: { email: "many@faults.example" },
    threads: [{ type: "customer", text: "Hello?" }],
  })
  return id
}

export async function urlOf(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, "postgres-password"), "utf8")).trim()
  const port = (await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n")[3]
  return `postgres://deskhand:${encodeURIComponent(password)}@127.0.0.1:${port}/deskhand`
}

/** One node of the desk: the process that serves, without a launcher. */
export interface Node {
  child: ChildProcess
  /** Empty for one that only works through jobs. */
  origin: string
  end: Promise<Finished>
  signal(name: NodeJS.Signals): Promise<Finished>
}

export interface NodeOptions {
  role?: "--web" | "--worker" | "both"
  databaseUrl?: string
  environment?: Record<string, string>
}

/** Once it listens, or works through jobs. */
export async function startNode(
  ground: Pick<Ground, "databaseUrl" | "dataDir">,
  options: NodeOptions = {},
): Promise<Node> {
  const { role = "--web", databaseUrl = ground.databaseUrl, environment } = options
  const child = spawnBareDesk(role === "both" ? ["serve"] : ["serve", role], {
    DATABASE_URL: databaseUrl,
    // For the files, and for the key of the secrets in the database.
    DATA_DIR: ground.dataDir,
    PORT: "0",
    LOG_LEVEL: "silent",
    // The PostgreSQL that tests share does not wait for the disk.
    ALLOW_UNSAFE_DATABASE: "on",
    ...environment,
  })
  const end = finished(child)
  const said = new Promise<void>((resolve) => {
    child.stderr?.once("data", () => resolve())
    child.once("close", () => resolve())
  })
  const origin = role === "--worker" ? await said.then(() => "") : await listening(child)
  return {
    child,
    origin,
    end,
    signal(name) {
      child.kill(name)
      return end
    },
  }
}

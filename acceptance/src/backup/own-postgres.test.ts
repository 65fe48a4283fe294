import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import pg from "pg"
import { type Node, startNode } from "../faults/ground.ts"
import { desk, removeFolder, temporaryFolder } from "../processes.ts"
import { addContents, allowing, type Contents, checkContents, type ImapServer, startImapServer } from "./contents.ts"
import { follow } from "./document.ts"

/** The oldest PostgreSQL that we support, whose own programs make the backup. */
const postgresUrl = process.env["TEST_DATABASE_URL"] ?? ""

let folder: string
let imap: ImapServer
let token: string
let contents: Contents

before(async () => {
  folder = await temporaryFolder()
  imap = await startImapServer()
})
after(async () => {
  imap.close()
  await removeFolder(folder)
})

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgresUrl.replace(/[^/]*$/, name)
}

async function run(args: string[], environment: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await desk(args, environment)
  assert.equal(code, 0, stderr)
  return stdout
}

/** The settings that the page names. */
function settingsOf(name: string, databaseUrl: string) {
  const dataDir = join(folder, name)
  return { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, FILES_DIR: join(dataDir, "files") }
}

const variables = () => ({
  BACKUP: join(folder, "backup"),
  PATH: `/usr/lib/postgresql/15/bin:${process.env["PATH"]}`,
})

function start(settings: ReturnType<typeof settingsOf>): Promise<Node> {
  const environment = { ...settings, ...allowing(imap) }
  return startNode({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR }, { role: "both", environment })
}

describe("a backup by the operations page, with a PostgreSQL of one's own", () => {
  test("is made while the desk runs", async () => {
    const settings = settingsOf("data", await createDatabase("desk"))
    const ids = JSON.parse(await run(["seed", "--scenario", "interface", "--json"], settings))
    token = (await run(["token", "--user", ids.emails.ada], settings)).trim()
    const node = await start(settings)
    try {
      contents = await addContents({ origin: node.origin, token }, imap.port)
      await follow("Your own PostgreSQL, while the desk runs", { ...settings, ...variables() })
    } finally {
      await node.signal("SIGTERM")
    }
  })

  test("brings back conversations, files and secrets elsewhere", async () => {
    imap.forget()
    const restored = settingsOf("restored", await createDatabase("restored"))
    await follow("Restoring into your own PostgreSQL", { ...restored, ...variables() })
    const node = await start(restored)
    try {
      await checkContents({ origin: node.origin, token }, contents, imap)
    } finally {
      await node.signal("SIGTERM")
    }
  })
})

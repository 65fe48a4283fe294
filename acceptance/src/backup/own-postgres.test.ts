import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import pg from "pg"
import { type Node, startNode } from "../faults/ground.ts"
import { desk, removeFolder, temporaryFolder } from "../processes.ts"
import { addContents, allowing, type Contents, checkContents, type ImapServer, startImapServer } from "./contents.ts"
import { follow } from "./document.ts"
import { checkDocuments, checkNewWord, type Searches, search } from "./searches.ts"

/** The oldest PostgreSQL that we support, whose own programs make the backup. */
const postgresUrl = process.env["TEST_DATABASE_URL"] ?? ""

let folder: string
let imap: ImapServer
let token: string
let contents: Contents
// biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
let ids: any
let searches: Searches

before(async () => {
  folder = await temporaryFolder()
  imap = await startImapServer()
})
after(async () => {
  imap.close()
  await removeFolder(folder)
})

async function createDatabase(name: string): Promise<string> {
  await withClient(postgresUrl, (client) => client.query(`create database ${name}`))
  return postgresUrl.replace(/[^/]*$/, name)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
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
    ids = JSON.parse(await run(["seed", "--scenario", "interface", "--json"], settings))
    token = (await run(["token", "--user", ids.emails.ada], settings)).trim()
    const node = await start(settings)
    try {
      const access = { origin: node.origin, token }
      contents = await addContents(access, imap.port)
      searches = await search(access, ids)
      await follow("Your own PostgreSQL, while the desk runs", { ...settings, ...variables() })
    } finally {
      await node.signal("SIGTERM")
    }
  })

  test("brings back conversations, files, secrets and searches elsewhere", async () => {
    imap.forget()
    const restored = settingsOf("restored", await createDatabase("restored"))
    await follow("Restoring into your own PostgreSQL", { ...restored, ...variables() })
    await withClient(restored.DATABASE_URL, checkDocuments)
    const node = await start(restored)
    try {
      const access = { origin: node.origin, token }
      await checkContents(access, contents, imap)
      assert.deepEqual(await search(access, ids), searches)
      await checkNewWord(access, Number(contents.conversationId))
      await withClient(restored.DATABASE_URL, checkDocuments)
    } finally {
      await node.signal("SIGTERM")
    }
  })
})

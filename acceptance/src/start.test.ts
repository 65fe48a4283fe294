import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import {
  desk,
  deskProcessOf,
  finished,
  isRunning,
  postmasterOf,
  removeFolder,
  type StartedDesk,
  spawnDesk,
  spawnStart,
  startDesk,
  temporaryFolder,
} from "./processes.ts"
import { until } from "./until.ts"

let folder: string
let dataDir: string

before(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder, "data")
})
after(() => removeFolder(folder))

describe("npm start", () => {
  // Most of them go on with the desk that the one before has left running: a start takes seconds.
  let token: string
  let started: StartedDesk

  after(() => started.stop())

  test("the first time makes a desk, says where it is, who owns it, and how to call it", async () => {
    started = await startDesk({ DATA_DIR: dataDir, OWNER_EMAIL: "olga@example.org" })
    assert.match(started.output, /Making a new database/)
    assert.match(started.output, /Owner +olga@example\.org/)
    const password = /Password +(\S+)/.exec(started.output)?.[1] ?? ""
    const curl = /curl -H "Authorization: Bearer (\S+)" (\S+)/.exec(started.output)
    token = curl?.[1] ?? ""
    const conversations = await getJson(curl?.[2] ?? "", token)
    assert.equal(
      conversations._embedded.conversations.every((item: { tags: { tag: string }[] }) =>
        item.tags.some(({ tag }) => tag === "sample"),
      ),
      true,
    )
    const me = await getJson(`${started.origin}/v2/users/me`, token)
    assert.deepEqual([me.email, me.role], ["olga@example.org", "owner"])
    const mailboxes = await getJson(`${started.origin}/v2/mailboxes`, token)
    assert.equal(mailboxes.page.totalElements, 2)
    const all = await getJson(`${started.origin}/v2/conversations?status=all`, token)
    assert.ok(all.page.totalElements >= 11, `${all.page.totalElements} sample conversations`)
    const signIn = await fetch(`${started.origin}/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify({ email: "olga@example.org", password }),
    })
    assert.equal(signIn.status, 204)
  })

  test("refuses a folder that another desk uses", async () => {
    assert.match(await refused({ DATA_DIR: dataDir }), /another desk|already/i)
  })

  test("Ctrl-C stops everything, PostgreSQL included", async () => {
    const postmaster = postmasterOf(dataDir)
    assert.equal(isRunning(postmaster), true)
    const { code, stdout } = await started.stop()
    assert.equal(code, 0)
    assert.match(stdout, /Stopped\. Everything is kept\.\n$/)
    assert.equal(isRunning(postmaster), false)
    assert.equal(postmasterOf(dataDir), undefined)
  })

  test("Ctrl-C in the middle of a start leaves nothing running", async () => {
    const child = spawnDesk(["start"], { PORT: "0", DATA_DIR: dataDir })
    const end = finished(child)
    const postmaster = await until(() => postmasterOf(dataDir))
    child.kill("SIGINT")
    assert.equal((await end).code, 0)
    assert.equal(isRunning(postmaster), false)
  })

  test("the second time keeps everything and prints no password", async () => {
    started = await startDesk({ DATA_DIR: dataDir })
    assert.doesNotMatch(started.output, /Password +\w/)
    assert.equal((await getJson(`${started.origin}/v2/users/me`, token)).email, "olga@example.org")
  })

  test("after kill -9 of PostgreSQL the desk answers 503, then by itself again", async () => {
    process.kill(postmasterOf(dataDir) ?? 0, "SIGKILL")
    const statuses = new Set<number>()
    await until(async () => {
      const response = await fetch(`${started.origin}/v2/users/me`, { headers: { Authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      statuses.add(response.status)
      return response.status === 200
    })
    assert.deepEqual(
      [...statuses].filter((status) => ![200, 503].includes(status)),
      [],
    )
  })

  test("after kill -9 of the launcher the desk stops by itself, and the next command and start work", async () => {
    const pid = deskProcessOf(dataDir)
    started.child.kill("SIGKILL")
    await until(() => !isRunning(pid))
    const removed = await desk(["sample", "remove"], { DATA_DIR: dataDir })
    assert.equal(removed.code, 0)
    assert.match(removed.stderr, /Removed the sample desk/)
    started = await startDesk({ DATA_DIR: dataDir })
  })

  test("sample remove takes the sample desk away", async () => {
    assert.equal((await getJson(`${started.origin}/v2/conversations?status=all`, token)).page.totalElements, 0)
    assert.equal((await getJson(`${started.origin}/v2/mailboxes`, token)).page.totalElements, 0)
    assert.equal((await getJson(`${started.origin}/v2/users/me`, token)).email, "olga@example.org")
    assert.match((await desk(["sample", "remove"], { DATA_DIR: dataDir })).stderr, /There is no sample desk here/)
    assert.equal((await started.stop()).code, 0)
    assert.equal(postmasterOf(dataDir), undefined)
  })
})

/** As `npm start` runs it, which starts a desk again only if it ran before. */
async function refused(environment: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await finished(spawnStart([], { PORT: "0", ...environment }))
  assert.equal(code, 1)
  assert.doesNotMatch(stderr, /\n\s+at /, "no stack trace")
  assert.doesNotMatch(stdout + stderr, /Starting again/)
  return stderr.trim()
}

describe("npm start says in one sentence", () => {
  test("that the port is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await until(() => server.listening)
    const { port } = server.address() as { port: number }
    const fresh = join(folder, "untouched")
    const sentence = await refused({ DATA_DIR: fresh, PORT: String(port) })
    server.close()
    assert.equal(
      sentence,
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
    assert.equal(existsSync(fresh), false, "nothing was made")
  })

  test("that the data folder cannot be written", async () => {
    await writeFile(join(folder, "file"), "")
    const sentence = await refused({ DATA_DIR: join(folder, "file/data") })
    assert.match(sentence, /file\/data/)
    assert.match(sentence, /DATA_DIR/)
  })

  test("that DATABASE_URL cannot be reached", async () => {
    const sentence = await refused({ DATABASE_URL: "postgres://desk:secret@127.0.0.1:1/desk" })
    assert.match(
      sentence,
      /^DATABASE_URL \(postgres:\/\/desk:\*\*\*@127\.0\.0\.1:1\/desk\) cannot be reached: .*ECONNREFUSED.*\. Check that /,
    )
    assert.doesNotMatch(sentence, /secret/)
  })

  test("what is wrong with each variable", async () => {
    const sentence = await refused({ PORT: "eighty", PUBLIC_URL: "desk" })
    assert.equal(sentence.split("\n").length, 2)
  })
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
async function getJson(url: string, token: string): Promise<any> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text)
}

import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { copyDesk, type Prepared } from "./prepared.ts"
import { desk, npm, removeFolder, type StartedDesk, startDesk, temporaryFolder } from "./processes.ts"
import { until } from "./until.ts"

let folder: string
let environment: Record<string, string>
let started: StartedDesk
let prepared: Prepared

before(async () => {
  folder = await temporaryFolder()
  environment = { DATA_DIR: join(folder, "data") }
  prepared = await copyDesk(join(folder, "data"))
  started = await startDesk(environment)
})
after(async () => {
  await started.stop()
  await removeFolder(folder)
})

const me = async (token: string) => {
  const response = await fetch(`${started.origin}/v2/users/me`, { headers: { Authorization: `Bearer ${token}` } })
  return { status: response.status, body: (await response.json()) as { role: string; email: string } }
}

describe("desk", () => {
  test("--help lists every command", async () => {
    const { code, stdout } = await desk(["--help"], environment)
    assert.equal(code, 0)
    for (const command of [
      "start",
      "serve",
      "migrate",
      "token",
      "password",
      "reset-link",
      "app",
      "seed",
      "sample",
      "counters",
      "reports",
      "jobs",
      "mail",
      "doctor",
    ])
      assert.match(stdout, new RegExp(`^ +${command}\\b`, "m"))
  })

  test("an unknown command or option fails, without a stack trace", async () => {
    for (const args of [
      ["dance"],
      ["token", "--loud"],
      ["seed", "--conversations", "many"],
      ["seed", "--now", "yesterday"],
      ["seed"],
    ]) {
      const { code, stderr } = await desk(args, environment)
      assert.equal(code, 1, args.join(" "))
      assert.notEqual(stderr, "")
      assert.doesNotMatch(stderr, /\n\s+at /)
    }
  })
})

describe("desk start", () => {
  // This desk was first started so.
  test("--empty makes no samples", async () => {
    const headers = { Authorization: `Bearer ${prepared.owner.token}` }
    const response = await fetch(`${started.origin}/v2/mailboxes`, { headers })
    const { page } = (await response.json()) as { page: { totalElements: number } }
    assert.equal(page.totalElements, Object.keys(prepared.ids.inboxes).length)
    const removed = await desk(["sample", "remove"], environment)
    assert.match(removed.stderr, /There is no sample desk here/)
  })
})

describe("desk seed", () => {
  test("--scenario interface --json twice is refused", async () => {
    const again = await desk(["seed", "--scenario", "interface", "--json"], environment)
    assert.deepEqual([again.code, again.stdout], [1, ""])
    assert.match(again.stderr, /already/)
  })

  test("--conversations fills the desk beside what is there", async () => {
    const total = async () => {
      const headers = { Authorization: `Bearer ${prepared.owner.token}` }
      const response = await fetch(`${started.origin}/v2/conversations?status=all`, { headers })
      return ((await response.json()) as { page: { totalElements: number } }).page.totalElements
    }
    const before = await total()
    const { code, stdout, stderr } = await desk(["seed", "--conversations", "200", "--json"], environment)
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).rows.conversations, 200)
    const { length } = stderr.match(/%/g) ?? []
    assert.ok((length ?? 0) > 1, "it shows progress")
    const added = (await total()) - before
    assert.ok(added > 180 && added <= 200, `${added} of 200 are listed; the rest are drafts and deleted`)
  })
})

/** As the commands printed them; a new password ends them. */
let ownerToken: string
let app: Record<string, string>

describe("desk token", () => {
  test("prints the owner's token alone, through npm too", async () => {
    const { code, stdout } = await npm(["run", "-s", "desk", "--", "token"], environment)
    assert.equal(code, 0)
    assert.match(stdout, /^\S+\n$/)
    ownerToken = stdout.trim()
    assert.equal((await me(ownerToken)).body.role, "owner")
  })

  test("--read-only cannot write", async () => {
    const { stdout } = await desk(["token", "--read-only"], environment)
    const token = stdout.trim()
    assert.equal((await me(token)).status, 200)
    const write = await fetch(`${started.origin}/v2/tags`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: '{"name":"x"}',
    })
    assert.equal(write.status, 403)
  })

  test("--user says who is not there", async () => {
    const { code, stdout, stderr } = await desk(["token", "--user", "nobody@example.org"], environment)
    assert.equal(code, 1)
    assert.equal(stdout, "")
    assert.match(stderr, /Nobody here has the e-mail address nobody@example\.org/)
  })
})

describe("desk app create", () => {
  test("prints a client whose credentials give tokens of its user", async () => {
    const { code, stdout } = await desk(["app", "create", "--name", "Robot"], environment)
    assert.equal(code, 0)
    app = JSON.parse(stdout)
    const response = await grant()
    assert.equal(response.status, 200)
    const answer = (await response.json()) as Record<string, unknown>
    assert.deepEqual([answer["token_type"], answer["expires_in"]], ["bearer", 172_800])
    assert.equal(answer["refresh_token"], undefined)
    assert.equal((await me(String(answer["access_token"]))).body.role, "owner")
  })
})

const grant = () =>
  fetch(`${started.origin}/v2/oauth2/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...app, grant_type: "client_credentials" }),
  })

describe("desk password", () => {
  test("prints a one-time password that signs in; ends personal tokens and app secrets, unless they are to be kept", async () => {
    const signIn = (password: string) =>
      fetch(`${started.origin}/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify({ email: prepared.owner.email, password }),
      })
    await desk(["password", "--keep-tokens"], environment)
    assert.deepEqual([(await me(ownerToken)).status, (await grant()).status], [200, 200])
    const { stdout, stderr } = await desk(["password"], environment)
    assert.match(stderr, /Personal tokens that have ended: \d+/)
    assert.match(stderr, /Apps that need a new secret: .*Robot/)
    assert.equal((await signIn("wrong")).status, 401)
    assert.equal((await signIn(stdout.trim())).status, 204)
    assert.equal((await grant()).status, 400)
    // The desk may know the token for another half second.
    await until(async () => (await me(ownerToken)).status === 401)
  })
})

describe("desk reset-link", () => {
  const send = (method: string, path: string, body: object) =>
    fetch(started.origin + path, {
      method,
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify(body),
    })

  test("prints a link by which a password is chosen, once", async () => {
    const { stdout } = await desk(["reset-link", "owner@example.com"], environment)
    const [, token = ""] = /^https?:\/\/\S+\/reset-password#(\S+)\n$/.exec(stdout) ?? []
    const state = await send("POST", "/session/reset/check", { token })
    assert.equal(((await state.json()) as { email: string }).email, "owner@example.com")
    const newPassword = "chosen by the link"
    assert.equal((await send("PUT", "/session/reset", { token, newPassword })).status, 204)
    const signIn = { email: "owner@example.com", password: newPassword }
    assert.equal((await send("POST", "/session", signIn)).status, 204)
    assert.equal((await send("PUT", "/session/reset", { token, newPassword })).status, 404)
  })

  test("refuses who is not there, without a stack trace", async () => {
    const { code, stdout, stderr } = await desk(["reset-link", "nobody@example.com"], environment)
    assert.deepEqual([code, stdout], [1, ""])
    assert.match(stderr, /Nobody here has the e-mail address nobody@example.com/)
    assert.doesNotMatch(stderr, /\n\s+at /)
  })
})

describe("desk doctor", () => {
  test("finds a healthy desk healthy", async () => {
    const { code, stdout } = await desk(["doctor"], environment)
    assert.equal(code, 0, stdout)
    for (const line of [
      "Node.js",
      "Disk",
      "Files",
      "PostgreSQL",
      "Schema",
      "Durability",
      "Writes",
      "Clock",
      "Events",
      "Jobs",
      "Attachments",
    ])
      assert.match(stdout, new RegExp(`^✓ ${line}: `, "m"))
    assert.match(stdout, /^✓ Virus scanner: none: attachments are not scanned/m)
    assert.match(stdout, /^✓ Outgoing calls: to public addresses only$/m)
  })

  test("says what is wrong and how to mend it, and fails", async () => {
    const { code, stdout } = await desk(["doctor"], {
      ...environment,
      DATABASE_URL: "postgres://x@127.0.0.1:1/x",
      CLAMAV_ADDRESS: "127.0.0.1:1",
      FILES_DIR: "/dev/null/files",
      OUTGOING_ALLOW: "10.0.0.0/8,fd00::/8",
    })
    assert.equal(code, 1)
    const reach = "public addresses, and private ones in 10.0.0.0/8, fd00::/8 (OUTGOING_ALLOW)"
    assert.ok(stdout.includes(`✓ Outgoing calls: to ${reach}\n`), stdout)
    assert.match(stdout, /^✗ Virus scanner: CLAMAV_ADDRESS \(127\.0\.0\.1:1\) does not answer: .*ECONNREFUSED/m)
    assert.match(stdout, /^✗ Files: \/dev\/null\/files cannot be read and written/m)
    assert.match(stdout, /^✗ PostgreSQL: DATABASE_URL .* cannot be reached: .*Check that PostgreSQL runs there/m)
  })
})

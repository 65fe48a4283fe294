import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { desk, finished, startDesk, until } from "../processes.ts"

export const password = "correct horse battery staple"

interface Prepared {
  /** As it was printed at the first start. */
  owner: { email: string; password: string }
  // biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
  ids: any
  /** Of those who are needed most, by their names in the scenario. */
  tokens: Record<string, string>
  sessions: Record<string, string>
}

/** One for all files of a run, which have one parent. */
const template = join(tmpdir(), `deskhand-prepared-${process.ppid}`)
const told = join(template, "prepared.json")

/** A desk with the scenario in a folder of its own; the first file that asks makes it, and the others copy it. */
export async function copyPrepared(dataDir: string): Promise<Prepared> {
  const isFirst = await mkdir(template).then(
    () => true,
    () => false,
  )
  if (isFirst) await prepare()
  else await until(() => existsSync(told))
  // The files belong to whoever runs PostgreSQL.
  const { code, stderr } = await finished(spawn("cp", ["-a", join(template, "data"), dataDir]))
  assert.equal(code, 0, stderr)
  return JSON.parse(await readFile(told, "utf8"))
}

async function prepare(): Promise<void> {
  const environment = { DATA_DIR: join(template, "data") }
  const started = await startDesk(environment, ["--empty"])
  const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(started.output)?.[1] ?? ""
  const ids = JSON.parse(await printedBy(["seed", "--scenario", "interface", "--json"], environment))
  const prepared: Prepared = {
    owner: { email: printed("Owner"), password: printed("Password") },
    ids,
    tokens: {},
    sessions: {},
  }
  for (const name of ["ada", "grace"]) {
    const email = ids.emails[name]
    prepared.tokens[name] = (await printedBy(["token", "--user", email], environment)).trim()
    const oneTime = (await printedBy(["password", "--keep-tokens", "--user", email], environment)).trim()
    prepared.sessions[name] = await signIn(started.origin, email, oneTime)
  }
  await started.stop()
  await writeFile(`${told}.new`, JSON.stringify(prepared))
  await rename(`${told}.new`, told)
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

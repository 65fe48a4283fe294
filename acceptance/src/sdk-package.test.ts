import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { after, before, describe, test } from "node:test"
import { startHostedDesk, stopHostedDesk } from "./desk-host.ts"
import { type ClonedDesk, cloneDesk } from "./prepared.ts"
import { cleanEnvironment, finished, removeFolder, temporaryFolder } from "./processes.ts"

const root = resolve(import.meta.dirname, "../..")

/** Settings of the TypeScript projects that use the package. */
const projects = {
  Node: { module: "nodenext", lib: ["es2024"], types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
  browser: { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom", "dom.iterable"], types: [] },
}

const strict = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

let folder: string
/** Where somebody has installed the tarball, and nothing else. */
let project: string
let installed: string
let clone: ClonedDesk
let origin: string

before(async () => {
  folder = await temporaryFolder()
  project = join(folder, "project")
  installed = join(project, "node_modules/@deskhand/sdk")
  await Promise.all([installTarball(), startDesk()])
})
after(async () => {
  await stopHostedDesk(origin)
  await clone.drop()
  await removeFolder(folder)
})

describe("the package of the client library", () => {
  test("has compiled files only, and nothing of the repository", () => {
    const files = globSync("**/*", { cwd: installed, withFileTypes: true }).filter((entry) => entry.isFile())
    const outside = files.filter(({ name }) => !/^(.+\.js|.+\.d\.ts|package\.json|README\.md|LICENSE)$/.test(name))
    assert.deepEqual(outside, [])
    assert.ok(files.length > 80, `${files.length} files`)
    const traces = /from "[^"]*(?<!\.d)\.ts"|"@deskhand\/contract|typebox|workspace:|file:|\/src\/|sourceMappingURL/
    for (const { name, parentPath } of files) {
      if (name === "README.md") continue
      const text = readFileSync(join(parentPath, name), "utf8")
      assert.doesNotMatch(text, traces, name)
      assert.ok(!text.includes(root), `${name} names ${root}`)
    }
  })

  test("says what it exports and needs", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
    const entry = { types: "./dist/client.d.ts", default: "./dist/client.js" }
    assert.deepEqual(manifest.exports, { ".": entry, "./client": entry })
    assert.deepEqual(manifest.engines, { node: ">=20.3" })
    assert.equal(manifest.license, "MIT")
    const absent = ["private", "scripts", "dependencies", "devDependencies", "peerDependencies"]
    assert.deepEqual(
      absent.filter((name) => name in manifest),
      [],
    )
    for (const name of ["version", "description", "keywords", "files"]) assert.ok(manifest[name]?.length, name)
  })

  test("calls a desk from plain JavaScript", async () => {
    await writeFile(join(project, "calls.js"), calls)
    const printed = await run(process.execPath, ["calls.js"], { ORIGIN: origin, TOKEN: clone.owner.token })
    const { subject, page, status, code, name } = JSON.parse(printed)
    assert.deepEqual(
      { subject, status, code, name },
      { subject: "Late order", status: 404, code: "not_found", name: "DeskhandError" },
    )
    assert.ok(page.totalElements > 1, printed)
  })

  test("does what its README shows", async () => {
    const program = samplesOf("js").replace("https://desk.example.com", origin).replace("dh_pat_…", clone.owner.token)
    await writeFile(join(project, "readme.js"), program)
    const printed = await run(process.execPath, ["readme.js"])
    assert.match(printed, /^Signed in as \w+\n/)
    assert.match(printed, /\n10 of \d+\n400 validation\npage must be at least 1\n$/)
  })

  for (const [name, options] of Object.entries(projects))
    test(`has types for a strict ${name} project`, async () => {
      await writeFile(join(project, "readme.ts"), samplesOf("js|ts"))
      await writeFile(join(project, "types.ts"), types)
      const compilerOptions = { ...strict, ...options }
      await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
      await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc")])
    })
})

const calls = `
import { DeskhandClient, DeskhandError } from "@deskhand/sdk"

const desk = new DeskhandClient({ baseUrl: process.env.ORIGIN, token: process.env.TOKEN })
const [inbox] = (await desk.inboxes.list())._embedded.mailboxes
const { id } = await desk.conversations.create({
  subject: "Late order",
  type: "email",
  mailboxId: inbox.id,
  status: "active",
  customer: { email: "mary@example.com" },
  threads: [{ type: "customer", text: "Where is my order?" }],
})
const { subject } = await desk.conversations.get(id)
const { page } = await desk.conversations.list({ status: "all" })
const error = await desk.conversations.get(999_999_999).catch((error) => error)
if (!(error instanceof DeskhandError)) throw error
console.log(JSON.stringify({ subject, page, status: error.status, code: error.code, name: error.name }))
`

/** Fails to compile where a type of the package is `any`, or where it takes what the desk refuses. */
const types = `
import { DeskhandClient, type Conversation, type NewConversation } from "@deskhand/sdk"
import type { DeskhandClient as SameClient } from "@deskhand/sdk/client"

const desk: SameClient = new DeskhandClient({ baseUrl: "https://desk.example.com", token: "…" })
const conversation: Conversation = await desk.conversations.get(7)
export const status: "active" | "closed" | "pending" | "spam" = conversation.status
export const subjects: string[] = (await desk.conversations.list())._embedded.conversations.map(({ subject }) => subject)
// @ts-expect-error A number is no subject.
export const subject: NewConversation["subject"] = 7
// @ts-expect-error There is no such status.
desk.conversations.list({ status: "lost" })
// @ts-expect-error An event has no such field.
for await (const { nothing } of desk.events.all()) console.log(nothing)
`

/** One program of all samples in these languages. */
function samplesOf(languages: string): string {
  const readme = readFileSync(join(installed, "README.md"), "utf8")
  return [...readme.matchAll(new RegExp(`^\`\`\`(?:${languages})\\n(.*?)^\`\`\``, "gms"))]
    .map(([, code]) => code)
    .join("\n")
}

async function installTarball(): Promise<void> {
  const built = join(folder, "built")
  await mkdir(project)
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
  await run(process.execPath, [join(root, "sdk/scripts/build.ts"), built])
  const tarball = JSON.parse(await run("npm", ["pack", built, "--json"]))[0].filename
  // Nothing is fetched, because the package depends on nothing.
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${tarball}`])
}

async function startDesk(): Promise<void> {
  clone = await cloneDesk(join(folder, "data"))
  origin = await startHostedDesk(clone.environment)
}

/** Returns what a program prints, which must succeed. */
async function run(program: string, args: string[], environment: Record<string, string> = {}): Promise<string> {
  const child = spawn(program, args, { cwd: project, env: { ...cleanEnvironment(), ...environment } })
  const { code, stdout, stderr } = await finished(child)
  assert.equal(code, 0, stdout + stderr)
  return stdout
}

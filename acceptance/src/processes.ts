import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { patienceMs, until } from "./until.ts"

const root = resolve(import.meta.dirname, "../..")
export const importHooks = import.meta.resolve("../../scripts/relative-imports.mjs")

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `desk …` to its end, as a person would from a shell. */
export async function desk(args: string[], environment: Record<string, string>): Promise<Finished> {
  const child = spawnDesk(args, environment)
  return finished(child)
}

/** Runs a script of package.json through npm itself. */
export async function npm(args: string[], environment: Record<string, string>): Promise<Finished> {
  return finished(spawn("npm", args, { cwd: root, env: { ...cleanEnvironment(), ...environment } }))
}

export function spawnDesk(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(root, "scripts/start.mjs"), "--desk", ...args], {
    cwd: root,
    env: { ...cleanEnvironment(), ...environment },
  })
}

/** What `npm start` runs, which starts a desk again that died by itself. */
export function spawnStart(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(root, "scripts/start.mjs"), ...args], {
    cwd: root,
    env: { ...cleanEnvironment(), ...environment },
  })
}

/** Without the launcher, so that a signal meets the very process that serves. */
export function spawnBareDesk(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ["--import", importHooks, join(root, "server/src/main.ts"), ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/deskhand"), ...cleanEnvironment(), ...environment },
  })
}

/** Where a node of `desk serve --web` answers, once it does. */
export async function listening(node: ChildProcess): Promise<string> {
  let said = ""
  node.stderr?.on("data", (text) => {
    said += text
  })
  const found = () => /listens at (http:\S+)/.exec(said)?.[1]
  await until(() => found() !== undefined || node.exitCode !== null)
  return found() ?? assert.fail(said)
}

export async function finished(child: ChildProcess): Promise<Finished> {
  let stdout = ""
  let stderr = ""
  child.stdout?.on("data", (text) => {
    stdout += text
  })
  child.stderr?.on("data", (text) => {
    stderr += text
  })
  const code = await new Promise<number | null>((done) => child.once("close", done))
  return { code, stdout, stderr }
}

export interface StartedDesk {
  child: ChildProcess
  origin: string
  /** Everything printed until it was ready. */
  output: string
  /** Ctrl-C. */
  stop(): Promise<Finished>
}

/** What `npm start` runs, ready to answer. */
export async function startDesk(environment: Record<string, string>, args: string[] = []): Promise<StartedDesk> {
  const child = spawnDesk(["start", ...args], { PORT: "0", ...environment })
  const end = finished(child)
  let output = ""
  child.stdout?.on("data", (text) => {
    output += text
  })
  const ready = () => /ready at (http:\S+)[\s\S]*Ctrl-C/.exec(output)?.[1]
  await until(() => ready() !== undefined || child.exitCode !== null)
  const origin = ready()
  if (origin === undefined) assert.fail(`the desk did not start: ${output}${(await end).stderr}`)
  return {
    child,
    origin,
    output,
    stop() {
      child.kill("SIGINT")
      return end
    },
  }
}

/** Reachable by the user that PostgreSQL runs as when these tests run as root. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "deskhand-acceptance-"))
  await chmod(folder, 0o711)
  return folder
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, "postgres/postmaster.pid")
  // PostgreSQL makes the file first and fills it then.
  return (existsSync(file) && Number.parseInt(readFileSync(file, "utf8"), 10)) || undefined
}

export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The Node process behind the launcher. */
export function deskProcessOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "desk.pid"), "utf8"), 10)
}

/** A desk that is short of processor time answers late, and not with 503. */
export const patientDatabase = { DATABASE_TIMEOUT: String(patienceMs / 1_000) }

/** Without the settings of whoever runs the tests. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { DATABASE_URL, DATA_DIR, PORT, HOST, PUBLIC_URL, LOG_LEVEL, INIT_CWD, ...rest } = process.env
  return { ...rest, ...patientDatabase }
}

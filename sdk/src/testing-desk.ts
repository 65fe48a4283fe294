import { spawn } from "node:child_process"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { DeskhandClient } from "./client.ts"

const root = resolve(import.meta.dirname, "../..")

/** The real desk, started as people start it, with the scenario of the interface in it. */
export interface RunningDesk {
  origin: string
  /** What the scenario made, by readable names. */
  // biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
  ids: any
  clientOf(email: string): Promise<DeskhandClient>
  /** Runs a command of the desk and gives what it printed. */
  run(...args: string[]): Promise<string>
  stop(): Promise<void>
}

export async function startDesk(): Promise<RunningDesk> {
  const folder = await mkdtemp(join(tmpdir(), "deskhand-sdk-"))
  // PostgreSQL runs as another user when these tests run as root.
  await chmod(folder, 0o711)
  const environment = { DATA_DIR: join(folder, "data"), PORT: "0" }
  const started = start(["start", "--empty"], environment)
  const run = (...args: string[]) => start(args, environment).end
  const stop = async () => {
    started.child.kill("SIGINT")
    await started.end
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  }
  try {
    const origin = await started.seen(/ready at (http:\S+)[\s\S]*Ctrl-C/)
    const ids = JSON.parse(await run("seed", "--scenario", "interface", "--json"))
    const clientOf = async (email: string) =>
      new DeskhandClient({ baseUrl: origin, token: (await run("token", "--user", email)).trim() })
    return { origin, ids, clientOf, run, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function start(args: string[], environment: Record<string, string>) {
  const { DATABASE_URL, DATA_DIR, PORT, HOST, PUBLIC_URL, LOG_LEVEL, INIT_CWD, ...rest } = process.env
  const child = spawn(process.execPath, [join(root, "scripts/start.mjs"), "--desk", ...args], {
    cwd: root,
    env: { ...rest, ...environment },
  })
  let [output, errors] = ["", ""]
  child.stdout.on("data", (text) => {
    output += text
  })
  child.stderr.on("data", (text) => {
    errors += text
  })
  const failure = () => new Error(`desk ${args.join(" ")} failed: ${output}${errors}`)
  const end = new Promise<string>((done, fail) => {
    child.once("close", (code) => (code === 0 ? done(output) : fail(failure())))
  })
  const seen = (pattern: RegExp) =>
    new Promise<string>((found, fail) => {
      child.stdout.on("data", () => {
        const match = pattern.exec(output)?.[1]
        if (match !== undefined) found(match)
      })
      child.once("close", () => fail(failure()))
    })
  return { child, end, seen }
}

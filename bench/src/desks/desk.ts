import { existsSync, readFileSync } from "node:fs"
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { DeskhandClient } from "@deskhand/sdk/client"
import malloc from "../../../scripts/malloc.json" with { type: "json" }
import flags from "../../../scripts/node-flags.json" with { type: "json" }
import type { Child, Children } from "./children.ts"

const main = join(import.meta.dirname, "../../../server/src/main.ts")
const imports = import.meta.resolve("../../../scripts/relative-imports.mjs")

/** A desk in a folder of its own, run as its operator would, from the command line. */
export class Desk {
  readonly folder: string
  readonly #dataDir: string
  readonly #children: Children

  static async create(children: Children): Promise<Desk> {
    const folder = await mkdtemp(join(tmpdir(), "deskhand-bench-"))
    // PostgreSQL runs as another user where this is root, and must be able to pass through.
    await chmod(folder, 0o711)
    return new Desk(folder, join(folder, "data"), children)
  }

  /** One that exists already and stays. */
  static at(dataDir: string, children: Children): Desk {
    return new Desk(dataDir, dataDir, children)
  }

  private constructor(folder: string, dataDir: string, children: Children) {
    this.folder = folder
    this.#dataDir = dataDir
    this.#children = children
  }

  /** Makes the database and the owner, as the first `npm start` does. */
  async firstStart(): Promise<void> {
    const server = await this.start()
    await server.stop()
  }

  /** As `npm start` does, and goes on serving. */
  start(): Promise<Child> {
    return this.#children.start(this.#command(["start", "--empty"], 120_000), "Deskhand is ready at ")
  }

  /** Gives the seconds that it took. */
  async seed(conversations: number, show: (line: string) => void): Promise<number> {
    const startedAt = performance.now()
    await this.#run(["seed", "--conversations", String(conversations)], { limitMs: 3_600_000, show })
    return (performance.now() - startedAt) / 1_000
  }

  /** Of the owner, or of somebody with that address. */
  token(email?: string): Promise<string> {
    return this.#run(["token", ...(email === undefined ? [] : ["--user", email])], { limitMs: 60_000 })
  }

  /** A new one-time password of somebody. */
  password(email: string): Promise<string> {
    return this.#run(["password", "--user", email], { limitMs: 60_000 })
  }

  /** Resolves to the serving process when it has printed its address, which is in `ready`. */
  serve(environment: Record<string, string> = {}): Promise<Child> {
    const command = this.#command(["serve"], 60_000)
    const settings = { ...command.environment, ...environment }
    return this.#children.start({ ...command, environment: settings }, "Deskhand listens at ")
  }

  /** One more node that answers HTTP on the database of the one that runs, and reads from a replica where one is named. */
  async serveBeside({ replicaUrl }: { replicaUrl?: string } = {}): Promise<Child> {
    const command = this.#command(["serve", "--web"], 60_000)
    const environment = {
      ...command.environment,
      DATABASE_URL: (await this.postgres()).url,
      ...(replicaUrl !== undefined && { DATABASE_REPLICA_URL: replicaUrl }),
    }
    return this.#children.start({ ...command, environment }, "Deskhand listens at ")
  }

  /** Of the PostgreSQL that runs while the desk does. */
  async postgres(): Promise<{ pid: number; url: string; cluster: string }> {
    const { pid, port, socketFolder } = readPostmaster(this.#postmasterFile) ?? { pid: 0, port: 0, socketFolder: "" }
    const password = (await readFile(join(this.#dataDir, "postgres-password"), "utf8")).trim()
    const cluster = await realpath(join(this.#dataDir, "postgres"))
    // As the desk itself does.
    const host = socketFolder === "" ? "127.0.0.1" : encodeURIComponent(socketFolder)
    return { pid, url: `postgres://deskhand:${password}@${host}:${port}/deskhand`, cluster }
  }

  /** Takes everything away, also when the desk was killed and left its PostgreSQL behind. */
  async remove(): Promise<void> {
    const left = readPostmaster(this.#postmasterFile)
    if (left && commandOf(left.pid).includes(this.folder)) {
      process.kill(left.pid, "SIGINT")
      for (let tries = 0; tries < 200 && commandOf(left.pid) !== ""; tries++) await pause(100)
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  get #postmasterFile(): string {
    return join(this.#dataDir, "postgres/postmaster.pid")
  }

  #run(args: string[], { limitMs, show = () => {} }: { limitMs: number; show?: (line: string) => void }) {
    return this.#children.run(this.#command(args, limitMs), show)
  }

  #command(args: string[], limitMs: number) {
    const environment = {
      DATA_DIR: this.#dataDir,
      HOST: "127.0.0.1",
      PORT: "0",
      // As npm start has both; a folder of its own, so that the first start is a first one every time.
      ...malloc,
      NODE_COMPILE_CACHE: join(this.folder, "compile-cache"),
    }
    // As npm start passes them too.
    return { args: [...flags, "--import", imports, main, ...args], environment, limitMs }
  }
}

/** How long a start takes until it has answered, in milliseconds. */
export async function timedStart(desk: Desk, token: string): Promise<{ server: Child; startMs: number }> {
  const startedAt = performance.now()
  const server = await desk.serve()
  await new DeskhandClient({ baseUrl: server.ready, token }).users.me()
  return { server, startMs: performance.now() - startedAt }
}

export function readPostmaster(path: string): { pid: number; port: number; socketFolder: string } | undefined {
  if (!existsSync(path)) return undefined
  const [pid, , , port, socketFolder = ""] = readFileSync(path, "utf8").split("\n")
  return { pid: Number(pid), port: Number(port), socketFolder }
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}

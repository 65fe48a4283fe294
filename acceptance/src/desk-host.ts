/**
 * Desks and commands in one process beside the test, which imports the application once. Starting a desk there takes a
 * tenth of what a process of its own takes. Tests of starting, stopping and the command line itself use `processes.ts`.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { join, resolve } from "node:path"
import { cleanEnvironment, importHooks } from "./processes.ts"

const root = resolve(import.meta.dirname, "../..")

type Request =
  | { kind: "start"; environment: Record<string, string> }
  | { kind: "stop"; address: string }
  | { kind: "run"; args: string[]; environment: Record<string, string> }

interface Reply {
  id: number
  result?: string
  problem?: string
}

interface Host {
  child: ChildProcess
  pending: Map<number, PromiseWithResolvers<string>>
}

let host: Host | undefined
let lastId = 0

/** Returns the address at which the desk answers. It needs a migrated database, and a web application that is built. */
export function startHostedDesk(environment: Record<string, string>): Promise<string> {
  return send({ kind: "start", environment })
}

export async function stopHostedDesk(address: string): Promise<void> {
  await send({ kind: "stop", address })
}

/** Returns what a command of the desk prints. */
export function printedByHost(args: string[], environment: Record<string, string>): Promise<string> {
  return send({ kind: "run", args, environment })
}

function send(request: Request): Promise<string> {
  host ??= startHost()
  const id = ++lastId
  const reply = Promise.withResolvers<string>()
  host.pending.set(id, reply)
  host.child.channel?.ref()
  host.child.send({ id, ...request })
  return reply.promise
}

function startHost(): Host {
  const child = spawn(process.execPath, ["--import", importHooks, join(root, "server/test/desk/desk-host.ts")], {
    cwd: root,
    env: cleanEnvironment(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const started: Host = { child, pending: new Map() }
  // A program that has done its work ends, and its host with it.
  child.unref()
  child.on("message", ({ id, result = "", problem }: Reply) => {
    const reply = started.pending.get(id)
    started.pending.delete(id)
    if (started.pending.size === 0) child.channel?.unref()
    if (problem === undefined) reply?.resolve(result)
    else reply?.reject(new Error(problem))
  })
  child.once("exit", (code, signal) => {
    if (host === started) host = undefined
    for (const reply of started.pending.values()) reply.reject(new Error(`The host of desks ended (${signal ?? code})`))
  })
  return started
}

import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"

export interface Child {
  pid: number
  /** What it printed after the words that told that it is ready. */
  ready: string
  /** Sends a message and gives what is answered to it; one at a time. */
  ask<Answer>(message: object): Promise<Answer>
  stop(): Promise<void>
}

export interface Command {
  /** A script for Node and what follows it. */
  args: string[]
  environment: Record<string, string>
  limitMs: number
}

/** The processes of a bench: none of them may outlive it. */
export class Children {
  readonly #running = new Set<ChildProcess>()
  #closed = false

  /** Runs a command to its end and gives what it printed on standard output. */
  async run(command: Command, show: (line: string) => void): Promise<string> {
    const child = this.#launch(command)
    const timer = setTimeout(() => child.kill("SIGKILL"), command.limitMs)
    const errors: string[] = []
    keepLines(child.stderr, errors, show)
    let output = ""
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text
    })
    const [code] = await once(child, "close")
    clearTimeout(timer)
    if (code !== 0) throw failed(command, errors)
    return output.trim()
  }

  /** Starts a command that serves, and waits until it prints a line with the given words. */
  async start(command: Command, readyWords: string): Promise<Child> {
    const child = this.#launch(command)
    const ready = Promise.withResolvers<string>()
    const lines: string[] = []
    for (const stream of [child.stdout, child.stderr])
      keepLines(stream, lines, (line) => {
        const at = line.indexOf(readyWords)
        if (at !== -1) ready.resolve(line.slice(at + readyWords.length).trim())
      })
    child.once("close", () => ready.reject(failed(command, lines)))
    const timer = setTimeout(() => ready.reject(failed(command, lines)), command.limitMs)
    try {
      return {
        pid: child.pid ?? 0,
        ready: await ready.promise,
        ask: (message) => ask(child, message),
        stop: () => stop(child),
      }
    } catch (error) {
      await stop(child)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Stops what runs, and lets nothing else begin. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#running].map(stop))
  }

  #launch({ args, environment }: Command): ChildProcess {
    if (this.#closed) throw new Error("The bench has been stopped")
    const { PATH = "", HOME = "", LD_LIBRARY_PATH } = process.env
    const child = spawn(process.execPath, args, {
      // Not the settings of a desk that may be in the environment of whoever runs the bench.
      env: { PATH, HOME, ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }), ...environment },
      // Through the channel a server hears that this process was killed, and stops.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    })
    this.#running.add(child)
    child.once("close", () => this.#running.delete(child))
    return child
  }
}

/** The last lines are what explains a failure. */
function keepLines(stream: Readable | null, last: string[], show: (line: string) => void): void {
  if (stream === null) return
  createInterface({ input: stream }).on("line", (line) => {
    last.push(line)
    if (last.length > 20) last.shift()
    show(line)
  })
}

function failed({ args, limitMs }: Command, lines: string[]): Error {
  const name = args.map((part) => part.replace(/^.*\//, "")).join(" ")
  return new Error(`${name} failed, or was not ready in ${limitMs / 1_000} s. It said:\n${lines.join("\n")}`)
}

async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const over = new AbortController()
  const ended = once(child, "close", { signal: over.signal }).then(() => {
    throw new Error("A process of the bench has ended")
  })
  try {
    const answered = Promise.race([once(child, "message", { signal: over.signal }), ended])
    child.send(message)
    const [{ result, error }] = (await answered) as [{ result: Answer; error?: string }]
    if (error !== undefined) throw new Error(error)
    return result
  } finally {
    over.abort()
  }
}

/** Stopping PostgreSQL in order may take the desk 40 s at worst. */
const stopLimitMs = 45_000

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, "close")
  const timer = setTimeout(() => child.kill("SIGKILL"), stopLimitMs)
  child.kill("SIGTERM")
  await closed
  clearTimeout(timer)
}

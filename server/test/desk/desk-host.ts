/**
 * A process that runs several desks and commands, so that the application is imported and compiled once for all of
 * them. The parent sends requests over IPC (acceptance/src/desk-host.ts), and the process ends with its parent.
 */
import { openLogFile } from "../../src/commands/log-file.ts"
import { type Running, runDesk } from "../../src/commands/run.ts"
import { readConfig } from "../../src/config.ts"

interface Request {
  id: number
  kind: "start" | "stop" | "run"
  environment: Record<string, string>
  /** The desk to stop. */
  address?: string
  /** The command to run. */
  args?: string[]
}

const desks = new Map<string, Running>()

async function startDesk(environment: Request["environment"]): Promise<string> {
  const config = readConfig({ PORT: "0", ...environment })
  const log = openLogFile(config.dataDir).stream
  const running = await runDesk(config, { databaseUrl: config.databaseUrl ?? "", log, web: true, worker: true })
  desks.set(running.address, running)
  // Another desk may have thrown it; the parent fails all of them.
  running.crashed.then(crash, crash)
  return running.address
}

function crash(error: unknown): never {
  console.error(error)
  process.exit(70)
}

async function stopDesk(address: string): Promise<string> {
  await desks.get(address)?.stop()
  desks.delete(address)
  return ""
}

let runs = 0

/** Returns what the command prints on standard output. */
async function runCommand(args: string[], environment: Request["environment"]): Promise<string> {
  const { env, argv } = process
  const { write } = process.stdout
  let printed = ""
  process.env = { ...env, ...environment }
  process.argv = [...argv.slice(0, 2), ...args]
  process.stdout.write = (text: string | Uint8Array) => {
    printed += text
    return true
  }
  try {
    // The query makes Node run the module again, on modules that are there already.
    await import(`../../src/main.ts?run=${++runs}`)
  } finally {
    process.env = env
    process.argv = argv
    process.stdout.write = write
  }
  if (!process.exitCode) return printed
  process.exitCode = 0
  throw new Error(`The command failed: desk ${args.join(" ")}`)
}

/** One at a time: a command has the environment and the output of the process to itself. */
let lastCommand: Promise<unknown> = Promise.resolve()

function handle({ kind, environment, address = "", args = [] }: Request): Promise<string> {
  if (kind === "start") return startDesk(environment)
  if (kind === "stop") return stopDesk(address)
  const command = lastCommand.then(() => runCommand(args, environment))
  lastCommand = command.catch(() => {})
  return command
}

process.on("message", (request: Request) => {
  handle(request).then(
    (result) => process.send?.({ id: request.id, result }),
    (error: unknown) => process.send?.({ id: request.id, problem: String(error) }),
  )
})
process.on("disconnect", () => process.exit())

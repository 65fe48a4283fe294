/** Runs test files side by side in a few processes, and passes on what they tell. */
import { type ChildProcess, spawn } from "node:child_process"
import { statSync } from "node:fs"
import { resolve } from "node:path"
import { treeCpuSeconds } from "./cpu.ts"
import { type LayerName, layerOf, root } from "./layers.ts"
import type { Programs } from "./programs.ts"

/** The name of a test that follows the tests of a file, and does nothing. */
export const endOfFile = "the end of a test file"

/** What a lane tells of one test or suite that ended. */
export interface LaneEvent {
  /** All tests of the file have ended. */
  isEnd: boolean
  /** From the outermost suite inwards; none for the file itself. */
  names: string[]
  isSuite: boolean
  isSkipped: boolean
  /** Only of one that failed; empty where only a test inside it failed. */
  problem?: string
}

export interface FileResult {
  file: string
  passed: number
  skipped: number
  failures: Failure[]
  /** By a file that failed. */
  printed?: string
  wallSeconds: number
  cpuSeconds: number
}

export interface Failure {
  /** From the outermost suite to the test; none for the file as a whole. */
  names: string[]
  problem: string
}

export interface Running {
  env: NodeJS.ProcessEnv
  /** Only tests that match one of these. */
  names: readonly string[]
  signal: AbortSignal
  lanes: number
  programs: Programs
  onResult(result: FileResult): void
}

/** How long a test waits for anything: the one limit of all waits, far beyond what the slowest machine needs. */
const patienceMs = 120_000
/** Of one test, in which a wait has given up earlier and said for what it waited. */
const testLimitMs = 2 * patienceMs
/** Of a file that spins, whose tests cannot even time out. */
const silenceMs = 3 * patienceMs

/** Which files a lane takes first: one keeps a browser, one mostly waits, the others work. */
const preferences: readonly (readonly LayerName[])[] = [
  ["browser", "acceptance", "faults", "slices", "rules"],
  ["rules", "slices", "acceptance", "faults", "browser"],
  ["faults", "acceptance", "slices", "rules", "browser"],
  ["slices", "browser", "acceptance", "faults", "rules"],
]

export async function runFiles(files: readonly string[], running: Running): Promise<void> {
  let waiting = sortBySize(files)
  const next = async (order: readonly LayerName[]): Promise<string | undefined> => {
    const { programs, signal } = running
    for (;;) {
      waiting = waiting.filter((file) => !programs.lacks(file))
      if (waiting.length === 0 || signal.aborted) return undefined
      const layer = order.find((name) => waiting.some((file) => layerOf(file).name === name && programs.has(file)))
      const file = waiting.find((file) => layerOf(file).name === layer && programs.has(file))
      waiting = waiting.filter((other) => other !== file)
      if (file !== undefined) return file
      await programs.change()
    }
  }
  const lanes = Array.from({ length: running.lanes }, (_, lane) => preferences[lane % preferences.length] ?? [])
  await Promise.all(lanes.map((order) => runLane(() => next(order), running)))
}

/** The largest first: they take longest, and one that starts last runs while the other lanes are idle. */
function sortBySize(files: readonly string[]): string[] {
  const sizes = new Map(files.map((file) => [file, statSync(resolve(root, file)).size]))
  return files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))
}

async function runLane(next: () => Promise<string | undefined>, running: Running): Promise<void> {
  let lane: ChildProcess | undefined
  for (let file = await next(); file !== undefined; file = await next()) {
    // Node looks for names only in the first file of a process.
    const shares = layerOf(file).shares && running.names.length === 0
    // It may also have ended since its last file.
    if (!shares || !lane?.connected) lane = end(lane)
    lane ??= startLane(running)
    running.onResult(await runFile(lane, file, running.signal))
    if (!shares || !lane.connected) lane = end(lane)
  }
  end(lane)
}

function startLane({ env, names }: Running): ChildProcess {
  const here = (name: string) => import.meta.resolve(name)
  const options = [
    ...["../relative-imports.mjs", "../test-seed.ts"].flatMap((file) => ["--import", here(file)]),
    `--test-reporter=${here("./lane-reporter.ts")}`,
    "--test-reporter-destination=stdout",
    `--test-timeout=${testLimitMs}`,
    ...(names.length > 0 ? [...names, endOfFile] : []).map(
      (name) => `--test-name-pattern=/${name.replaceAll("/", "\\/")}/i`,
    ),
  ]
  return spawn(process.execPath, [...options, resolve(import.meta.dirname, "lane.ts")], {
    cwd: root,
    env: { ...env, DESKHAND_TEST_PATIENCE_MS: String(patienceMs) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // With a group of its own, so that whatever it has started ends with it.
    detached: true,
  })
}

function end(lane: ChildProcess | undefined): undefined {
  if (lane?.connected) lane.disconnect()
}

/** With all that it has started, also where it has ended itself. */
function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL")
  } catch {
    // Nothing of it is left.
  }
}

/** One file in a lane that runs no other. Its own end is told last. A lane that dies or falls silent fails it. */
function runFile(lane: ChildProcess, file: string, signal: AbortSignal): Promise<FileResult> {
  const result: FileResult = { file, passed: 0, skipped: 0, failures: [], wallSeconds: 0, cpuSeconds: 0 }
  const begun = { at: performance.now(), cpu: treeCpuSeconds(lane.pid) }
  const listening = new AbortController()
  let printed = ""
  return new Promise((done) => {
    const finish = () => {
      listening.abort()
      result.wallSeconds = (performance.now() - begun.at) / 1_000
      result.cpuSeconds = treeCpuSeconds(lane.pid) - begun.cpu
      if (result.failures.length > 0 && printed !== "") result.printed = printed
      done(result)
    }
    const stop = () => {
      finish()
      kill(lane)
    }
    const lose = (problem: string) => {
      result.failures.push({ names: [], problem })
      stop()
    }
    const silence = setTimeout(lose, silenceMs, `It sent no result for ${silenceMs / 1_000} seconds`)
    const listen = <Value>(emitter: NodeJS.EventEmitter | null, kind: string, listener: (value: Value) => void) => {
      emitter?.on(kind, listener)
      listening.signal.addEventListener("abort", () => emitter?.off(kind, listener))
    }
    listening.signal.addEventListener("abort", () => clearTimeout(silence))
    for (const stream of [lane.stdout, lane.stderr])
      listen(stream, "data", (text: Buffer) => {
        printed = (printed + text).slice(-10_000)
      })
    listen(lane, "message", (event: LaneEvent) => {
      silence.refresh()
      if (event.isEnd) finish()
      else count(result, event)
    })
    listen(lane, "close", () => lose(`Its process ended (${lane.signalCode ?? lane.exitCode})`))
    // It could not be started, or has just ended and takes no file.
    listen(lane, "error", (error: Error) => lose(`Its process failed: ${error.message}`))
    signal.addEventListener("abort", stop, { signal: listening.signal })
    lane.send(resolve(root, file))
  })
}

function count(result: FileResult, { names, isSuite, isSkipped, problem }: LaneEvent): void {
  if (problem !== undefined) {
    if (problem !== "") result.failures.push({ names, problem })
    // A file that failed never counts as passed, whatever its tests have said.
    else if (names.length === 0 && result.failures.length === 0)
      result.failures.push({ names, problem: "Some of its tests did not run to their end" })
  } else if (isSkipped) result.skipped++
  else if (!isSuite) result.passed++
}

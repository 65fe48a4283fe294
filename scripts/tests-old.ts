/**
 * Runs the tests of all products on a throw-away PostgreSQL, then the portability test on Debian's PostgreSQL 15.
 * The tests with a real virus scanner, real mail servers and a real browser need Debian's, which are installed for them.
 * An argument that occurs in the path of a test file chooses files; any other one without a slash chooses tests by their names.
 */
import { globSync } from "node:fs"
import { availableParallelism } from "node:os"
import { relative, resolve } from "node:path"
import { run } from "node:test"
import { spec } from "node:test/reporters"
import { ensureInstalled } from "./apt.ts"
import { ensureClamav } from "./debian-clamav.ts"
import { ensureDovecot, ensurePostfix } from "./debian-mail.ts"
import { ensureDebianPostgres, openDebianPostgres } from "./debian-postgres.ts"
import { startThrowawayPostgres, type ThrowawayPostgres } from "./throwaway-postgres.ts"

const root = resolve(import.meta.dirname, "..")
const portabilityTest = "server/src/db/portability.test.ts"
const isScannerTest = (file: string) => file === "server/src/conversations/attachments/clamav.test.ts"
const isBrowserTest = (file: string) => file.startsWith("acceptance/src/web/")
const isDovecotTest = (file: string) => /^server\/src\/email\/imap\/|^acceptance\/src\/faults\/imap/.test(file)
const isPostgres15Test = (file: string) => file === "acceptance/src/backup/own-postgres.test.ts"
const isPostfixTest = (file: string) => /^server\/src\/email\/send\/.*postfix/.test(file)
/** The seed of all random draws in tests, unless the environment chooses another. */
const defaultSeed = "24"
/** Of a test and of a file, twice what the slowest needs on a busy machine. */
const testLimitMs = 180_000
/** For a file that spins, whose tests cannot even time out. */
const runLimitMs = 2_700_000

const allFiles = globSync("{contract,server,sdk,web,acceptance,bench,scripts}/**/*.test.ts", {
  cwd: root,
  exclude: (path) => path.endsWith("node_modules"),
}).sort()

const interruption = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interruption.abort())

interface Outcome {
  passed: number
  failed: number
  files: { path: string; ms: number }[]
}

const { files, names } = readArguments(process.argv.slice(2))
const runnable = await runnableOf(files)
const postgres15 = runnable.some(isPostgres15Test) ? await openDebianPostgres(interruption.signal) : undefined
if (typeof postgres15 === "object") process.env["TEST_POSTGRES_15_URL"] = postgres15.url
const outcomes = [await runOn(await startThrowawayPostgres(), runnable, names)]
if (typeof postgres15 === "object") await postgres15.remove()
if (process.argv.length === 2 && !interruption.signal.aborted) {
  const postgres = await openDebianPostgres(interruption.signal)
  if (typeof postgres === "string") console.log(`Left out the test on PostgreSQL 15: ${postgres}`)
  else {
    console.log("\nOn PostgreSQL 15:")
    outcomes.push(await runOn(postgres, [portabilityTest], []))
  }
}
report(outcomes)

function readArguments(given: string[]): { files: string[]; names: string[] } {
  const wanted = given.map((argument) => relative(root, resolve(argument)) || argument)
  const isPath = (index: number) => allFiles.some((file) => file.includes(wanted[index] ?? ""))
  const paths = wanted.filter((_, index) => isPath(index))
  const unknown = given.find((argument, index) => argument.includes("/") && !isPath(index))
  if (unknown !== undefined) {
    console.error(`No test file has "${unknown}" in its path.`)
    process.exit(1)
  }
  return {
    files: paths.length === 0 ? allFiles : allFiles.filter((file) => paths.some((path) => file.includes(path))),
    names: given.filter((_, index) => !isPath(index)),
  }
}

/** Without those whose program is not there and cannot be installed, which is said. */
async function runnableOf(files: string[]): Promise<string[]> {
  const { signal } = interruption
  const programs = [
    { name: "ClamAV", needsIt: isScannerTest, ensure: () => ensureClamav(signal) },
    { name: "Dovecot", needsIt: isDovecotTest, ensure: () => ensureDovecot(signal) },
    { name: "Postfix", needsIt: isPostfixTest, ensure: () => ensurePostfix(signal) },
    { name: "PostgreSQL 15", needsIt: isPostgres15Test, ensure: () => ensureDebianPostgres(signal) },
    {
      name: "Chromium",
      needsIt: isBrowserTest,
      async ensure() {
        const reason = await ensureInstalled("/usr/bin/chromium", "chromium", signal)
        // Most files do with the one without windows, and without it with the whole one.
        if (!reason) await ensureInstalled("/usr/bin/chromium-headless-shell", "chromium-headless-shell", signal)
        return reason
      },
    },
  ]
  let runnable = files
  for (const { name, needsIt, ensure } of programs) {
    if (!files.some(needsIt)) continue
    const reason = await ensure()
    if (reason === undefined) continue
    console.log(`Left out the tests with ${name}: ${reason}`)
    runnable = runnable.filter((file) => !needsIt(file))
  }
  return runnable
}

/**
 * Tests of faults mostly wait, and those with a browser do so now and then. In even steps among the others, they leave a
 * processor to those who work; all that take long have begun before the last of the short ones, so that none ends alone.
 */
function mingle(files: string[]): string[] {
  const waits = (file: string) => file.startsWith("acceptance/src/faults/")
  const isLong = (file: string) => /^(acceptance|bench)\//.test(file)
  const lists = [
    { list: files.filter(waits), until: 0.85 },
    { list: files.filter((file) => isLong(file) && !waits(file)), until: 0.85 },
    { list: files.filter((file) => !isLong(file)), until: 1 },
  ]
  return lists
    .flatMap(({ list, until }) => list.map((file, index) => ({ file, place: ((index + 0.5) / list.length) * until })))
    .sort((one, other) => one.place - other.place)
    .map(({ file }) => file)
}

async function runOn(postgres: ThrowawayPostgres, files: string[], names: string[]): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, files: [] }
  try {
    process.env["TEST_DATABASE_URL"] = postgres.url
    process.env["DESKHAND_TEST_SEED"] ||= defaultSeed
    // What an interrupted test leaves goes with the folder; a PostgreSQL that finds its files gone ends by itself.
    process.env["TMPDIR"] = postgres.folder
    // Each file is a process of its own, which reads most of the desk: what was compiled once is kept.
    process.env["NODE_COMPILE_CACHE"] ??= resolve(root, "node_modules/.cache/deskhand")
    const stream = run({
      files: mingle(files).map((file) => resolve(root, file)),
      // More than two processors can work on: many tests wait, for a browser, a lease or a process that is killed.
      concurrency: Math.max(3, availableParallelism() >> 1),
      execArgv: ["./relative-imports.mjs", "./test-seed.ts"].flatMap((file) => ["--import", import.meta.resolve(file)]),
      // A file that something keeps running fails by this limit. To force its exit would lose results still unread.
      timeout: testLimitMs,
      signal: AbortSignal.any([interruption.signal, AbortSignal.timeout(runLimitMs)]),
      ...(names.length > 0 && { testNamePatterns: names.map((name) => new RegExp(name, "i")) }),
    })
    stream.on("test:summary", ({ file, counts, duration_ms }) => {
      if (file !== undefined) outcome.files.push({ path: relative(root, file), ms: duration_ms })
      else {
        outcome.passed = counts.passed
        outcome.failed = counts.tests - counts.passed - counts.skipped - counts.todo
      }
    })
    for await (const text of stream.compose(spec)) process.stdout.write(text)
  } finally {
    await postgres.remove()
  }
  return outcome
}

function report(outcomes: Outcome[]): void {
  const slowest = outcomes.flatMap(({ files }) => files).sort((one, other) => other.ms - one.ms)
  console.log("\nThe slowest files:")
  for (const { path, ms } of slowest.slice(0, 12)) console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${path}`)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  if (interruption.signal.aborted) console.log("The tests were interrupted.")
  else if (passed + failed === 0) console.log("No test ran.")
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 || interruption.signal.aborted ? 1 : 0
}

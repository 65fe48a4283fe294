/**
 * Runs the property tests with one random seed after another: `npm run explore -- [minutes] [word]`. It ends with the
 * first failure, when the time is up, or with Ctrl-C. A word chooses files by their paths.
 */
import { randomInt } from "node:crypto"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { openGround } from "./ground.ts"
import type { FileResult } from "./lanes.ts"
import { allFiles, root } from "./layers.ts"
import { linesOfFailures } from "./report.ts"

/** As many times more draws than in `npm test`. */
const factor = 5

const given = process.argv.slice(2)
const minutes = given.map(Number).find((number) => number > 0)
const words = given.filter((word) => Number.isNaN(Number(word)))
const files = allFiles.filter(
  (file) => drawsFromSeed(file) && (words.length === 0 || words.some((word) => file.includes(word))),
)
if (files.length === 0) {
  console.error(`No test that draws from the seed has ${words.map((word) => `"${word}"`).join(" or ")} in its path.`)
  process.exit(1)
}

const stopping = new AbortController()
const stop = () => stopping.abort()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop)
if (minutes !== undefined) setTimeout(stop, minutes * 60_000).unref()

console.log(`${files.length} files, ${minutes === undefined ? "until Ctrl-C" : `for ${minutes} min`}`)
const ground = await openGround(files)
const { signal } = stopping
let rounds = 0
let failed: FileResult[] = []
while (failed.length === 0 && !signal.aborted) {
  const seed = String(randomInt(2 ** 31))
  const results: FileResult[] = []
  await ground.run(files, {
    names: [],
    signal,
    exploring: { seed, factor },
    onResult: (result) => results.push(result),
  })
  rounds++
  failed = results.filter(({ failures }) => failures.length > 0)
  const outcome = failed.length > 0 ? "failed" : signal.aborted ? "not finished" : "passed"
  console.log(`Seed ${seed}: ${outcome}`)
  for (const line of failed.flatMap((result) => linesOfFailures(result, `DESKHAND_TEST_SEED=${seed} `)))
    console.log(line)
}
await ground.remove()
console.log(`\n${rounds} rounds, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

/** By itself, or through a helper that it imports. */
function drawsFromSeed(file: string): boolean {
  const source = readFileSync(join(root, file), "utf8")
  const imported = [...source.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) => join(root, dirname(file), path))
  return [source, ...imported.map((path) => readFileSync(path, "utf8"))].some((text) =>
    /from "fast-check"|DESKHAND_TEST_(SEED|RUNS_FACTOR)/.test(text),
  )
}

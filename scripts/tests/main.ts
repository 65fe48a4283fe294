/**
 * Runs the tests of all products, and the portability tests once more on the oldest PostgreSQL that we support.
 * `--layer=NAME` chooses a layer. A word that occurs in the path of a test file chooses files; any other one without a
 * slash chooses tests by their names.
 */
import { relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { openGround, openOldGround } from "./ground.ts"
import { allFiles, layerOf, layers, oldPostgresTest, portabilityTests, root } from "./layers.ts"
import { Report } from "./report.ts"

const interruption = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interruption.abort())
const { signal } = interruption

const { files, names, isWhole } = readArguments()
const onNewest = files.filter((file) => file !== oldPostgresTest)
const onOldest = [...(isWhole ? portabilityTests : []), ...files.filter((file) => file === oldPostgresTest)]
const report = new Report(onNewest.length + onOldest.length)
const options = { names, signal, onResult: report.add.bind(report) }
await Promise.all([runOnNewest(), runOnOldest()])
process.exitCode = report.end({ isWhole, wasInterrupted: signal.aborted })

async function runOnNewest(): Promise<void> {
  if (onNewest.length === 0) return
  const ground = await openGround(onNewest)
  await ground.run(onNewest, options).finally(() => ground.remove())
}

async function runOnOldest(): Promise<void> {
  if (onOldest.length === 0) return
  const ground = await openOldGround(signal)
  if (typeof ground === "string") console.log(`Left out the tests on PostgreSQL 15: ${ground}`)
  else await ground.run(onOldest, options).finally(() => ground.remove())
}

function readArguments(): { files: string[]; names: string[]; isWhole: boolean } {
  const { values, positionals: given } = parseArgs({ options: { layer: { type: "string" } }, allowPositionals: true })
  const inLayer = values.layer === undefined ? allFiles : allFiles.filter((file) => layerOf(file).name === values.layer)
  if (inLayer.length === 0) refuse(`There is no layer "${values.layer}": ${layers.map(({ name }) => name).join(", ")}.`)
  const wanted = given.map((argument) => relative(root, resolve(argument)) || argument)
  const isPath = (index: number) => inLayer.some((file) => file.includes(wanted[index] ?? ""))
  const unknown = given.find((argument, index) => argument.includes("/") && !isPath(index))
  if (unknown !== undefined) refuse(`No test file has "${unknown}" in its path.`)
  const paths = wanted.filter((_, index) => isPath(index))
  return {
    files: inLayer.filter((file) => paths.length === 0 || paths.some((path) => file.includes(path))),
    names: given.filter((_, index) => !isPath(index)),
    isWhole: given.length === 0 && values.layer === undefined,
  }
}

function refuse(problem: string): never {
  console.error(problem)
  process.exit(1)
}

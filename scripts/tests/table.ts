/** Prints the times of the last test run as the tables of docs/testing.md. */
import { readFileSync } from "node:fs"
import { type LayerName, layerOf, layers } from "./layers.ts"
import { type FileTimes, timesFile } from "./report.ts"

/** Files that take less stand in the sums only. */
const leastSeconds = 5

const times: FileTimes[] = JSON.parse(readFileSync(timesFile, "utf8"))
const sum = (list: FileTimes[], of: (times: FileTimes) => number) => list.reduce((total, one) => total + of(one), 0)
const ofLayer = (name: LayerName) => times.filter(({ file }) => layerOf(file).name === name)
const seconds = (value: number) => value.toFixed(1)

console.log("| Layer | Files | Processor s | Wall s |\n|---|--:|--:|--:|")
for (const { name } of layers) {
  const list = ofLayer(name)
  const cells = [sum(list, ({ cpuSeconds }) => cpuSeconds), sum(list, ({ wallSeconds }) => wallSeconds)].map(seconds)
  console.log(`| ${name} | ${list.length} | ${cells.join(" | ")} |`)
}
console.log("\n| File | Processor s | Wall s |\n|---|--:|--:|")
for (const { file, cpuSeconds, wallSeconds } of times
  .filter(({ wallSeconds }) => wallSeconds >= leastSeconds)
  .sort((one, other) => other.wallSeconds - one.wallSeconds))
  console.log(`| ${file} | ${seconds(cpuSeconds)} | ${seconds(wallSeconds)} |`)

/**
 * Runs in a process of its own, with the address of a database as its argument: its heap has nothing else to keep. Prints
 * as JSON, of each of several rounds of statements, how many scavenges there were and how many bytes they moved to the old
 * space.
 */
import { GCProfiler, type GCProfilerResult } from "node:v8"
import { openDatabase, sql } from "../../src/db/db.ts"
import { patientLimits } from "../until.ts"

type Heap = GCProfilerResult["statistics"][number]["afterGC"]

const url = process.argv[2] as string
const db = openDatabase({ url, connections: 2, prepared: true, ...patientLimits })
const ask = () => db.many(sql`select number, repeat('x', 100) as text from generate_series(1, 20) as number`)
const oldBytes = ({ heapSpaceStatistics }: Heap) =>
  heapSpaceStatistics.find(({ spaceName }) => spaceName === "old_space")?.spaceUsedSize ?? 0

for (let times = 0; times < 500; times++) await ask()
const rounds: { scavenges: number; kept: number }[] = []
while (rounds.length < 5) {
  const profiler = new GCProfiler()
  profiler.start()
  for (let times = 0; times < 1_000; times++) await ask()
  const scavenges = (profiler.stop()?.statistics ?? []).filter(({ gcType }) => gcType === "Scavenge")
  const kept = scavenges.reduce((sum, { beforeGC, afterGC }) => sum + oldBytes(afterGC) - oldBytes(beforeGC), 0)
  rounds.push({ scavenges: scavenges.length, kept })
}
process.stdout.write(JSON.stringify(rounds))
await db.close()

import { readFileSync } from "node:fs"

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** What a process and all below it have used so far, with those that ended. Zero where the system does not tell. */
export function treeCpuSeconds(pid: number | undefined): number {
  if (pid === undefined) return 0
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
    return children.reduce((sum, child) => sum + treeCpuSeconds(Number(child)), own)
  } catch {
    return 0
  }
}

import { readdirSync, readFileSync } from "node:fs"

/** Linux counts processor time in these, whatever the processor. */
const tickMs = 10

interface Stat {
  parent: number
  /** Processor time of the process, and of its children that have ended. */
  ownMs: number
  endedChildrenMs: number
}

/** Processor time that one process has used since it started. */
export function cpuMs(pid: number): number {
  return statOf(pid)?.ownMs ?? 0
}

/** Of PostgreSQL as a whole: the postmaster, everything it runs now, and what has ended in between. */
export function postgresCpuMs(postmaster: number): number {
  const own = statOf(postmaster)
  if (!own) return 0
  const running = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  return running.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), own.ownMs + own.endedChildrenMs)
}

export function residentMegabytes(pid: number): number {
  return megabytesOf(pid, "VmRSS")
}

/** The most that it had at any time since it started. */
export function peakMegabytes(pid: number): number {
  return megabytesOf(pid, "VmHWM")
}

function megabytesOf(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1_024
}

/** See proc_pid_stat(5); the name in parentheses may itself hold spaces and parentheses. */
function statOf(pid: number): Stat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8")
  } catch {
    return undefined
  }
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number]
  return {
    parent: Number(fields[1]),
    ownMs: (user + system) * tickMs,
    endedChildrenMs: (childUser + childSystem) * tickMs,
  }
}

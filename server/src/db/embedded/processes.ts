import { readFileSync } from "node:fs"
import { ignoring } from "./files.ts"

export function thisProcess(): string {
  return `${process.pid} ${birthOf(process.pid)}`
}

export function isAlive(holder: string): boolean {
  const [pid, birth] = holder.split(/\s/)
  return birth !== undefined && birthOf(Number(pid)) === birth
}

/** Tells a process from a later one with the same number, where the system has /proc; nothing for a dead one. */
export function birthOf(pid: number): string | undefined {
  try {
    if (pid > 0) process.kill(pid, 0)
    else return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return undefined
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const startedAtTick = fields[19]
    if (fields[0] === "Z" || fields[0] === "X") return undefined
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${startedAtTick}`
  } catch {
    return "unknown"
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    ignoring("ESRCH")(error as NodeJS.ErrnoException)
  }
}

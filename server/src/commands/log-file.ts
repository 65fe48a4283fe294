import { createWriteStream, mkdirSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Writable } from "node:stream"

/** One older file is kept beside it. */
const largestBytes = 20_000_000

/** Where `npm start` logs, so that its terminal stays readable. A full disk costs log lines, never the desk. */
export function openLogFile(dataDir: string): { path: string; stream: Writable } {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, "desk.log")
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestBytes) renameSync(path, `${path}.1`)
  const stream = createWriteStream(path, { flags: "a", mode: 0o600, autoClose: false })
  stream.on("error", () => {})
  return { path, stream }
}

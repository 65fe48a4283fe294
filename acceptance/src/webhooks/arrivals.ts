import { readFile } from "node:fs/promises"

/** A delivery as it came, to the byte. */
export interface Arrival {
  /** Milliseconds since 1970, when its last byte had come. */
  at: number
  path: string
  /** By their names in small letters. */
  headers: Record<string, string>
  body: string
  /** Of the port that it came to, where that speaks TLS. */
  secure: boolean
}

/** How much of an answer was written until the caller went. */
export interface Farewell {
  path: string
  sentBytes: number
}

export type Line = { arrival: Arrival } | { farewell: Farewell }

export async function readLines(journal: string): Promise<Line[]> {
  const text = await readFile(journal, "utf8")
  // What follows the last end of a line is still being written.
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
}

export async function readArrivals(journal: string): Promise<Arrival[]> {
  return (await readLines(journal)).flatMap((line) => ("arrival" in line ? [line.arrival] : []))
}

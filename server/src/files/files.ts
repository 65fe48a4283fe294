import { createHash } from "node:crypto"
import type { Readable } from "node:stream"
import { setImmediate as letOthersRun } from "node:timers/promises"

/** Where uploaded contents are kept. Names, types and owners are rows of the database: a file here is bytes alone. */
export interface Files {
  /**
   * Keeps the contents and gives their key; they survive a crash from then on. To write what is there already changes
   * nothing. A row that names the key is committed within minutes, or the file is taken away again one day.
   */
  write(contents: Buffer): Promise<string>
  /** The same for what comes bit by bit and is never whole in memory. More than the limit is a `TooLargeError`, and nothing is kept. */
  writeStream(contents: AsyncIterable<Uint8Array>, options: { limitBytes: number }): Promise<StoredFile>
  read(file: StoredFile): Promise<Buffer>
  stream(file: StoredFile, range?: ByteRange): Promise<Readable>
  /** Takes away what nobody has written since then and `wanted` does not name; gives how many files that were. */
  removeUnwanted(unwanted: Unwanted): Promise<number>
  /** Fails where the folder of this node cannot take a file, as on a full disk. */
  checkWrites(): Promise<void>
}

export interface StoredFile {
  key: string
  /** A file of another size is damaged, and none of it is given. */
  sizeBytes: number
}

/** The first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

export interface Unwanted {
  since: Date
  /** Those of the keys that somebody needs. */
  wanted: (keys: string[]) => Promise<Set<string>>
}

/** More was sent than may be kept. */
export class TooLargeError extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`There are more than ${limitBytes} bytes`)
    this.limitBytes = limitBytes
  }
}

/**
 * A stream that breaks while nothing reads it emits an error that nothing handles, which would end the process. Whoever
 * reads it later still sees the error.
 */
export function safeUnread(stream: Readable): Readable {
  return stream.on("error", () => {})
}

/** Equal contents have one key, so they are kept once. */
export function keyOf(contents: Uint8Array): string {
  return createHash("sha256").update(contents).digest("hex")
}

/** Hashed in one piece by the main thread, which takes about two milliseconds. */
const stepBytes = 500_000

/** The same, for contents of any size: the event loop goes on between the steps. */
export async function computeKey(contents: Uint8Array): Promise<string> {
  const hash = createHash("sha256")
  for (let at = 0; at < contents.length; at += stepBytes) {
    if (at > 0) await letOthersRun()
    hash.update(contents.subarray(at, at + stepBytes))
  }
  return hash.digest("hex")
}

export function isKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

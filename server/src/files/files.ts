import { createHash } from "node:crypto"
import type { Readable } from "node:stream"

/** Where uploaded contents are kept. Names, types and owners are rows of the database: a file here is bytes alone. */
export interface Files {
  /**
   * Keeps the contents and gives their key; they survive a crash from then on. To write what is there already changes
   * nothing. A row that names the key is committed within minutes, or the file is taken away again one day.
   */
  write(contents: Buffer): Promise<string>
  /**
   * The same for what is too large to be held in memory, as it comes. Of what breaks off or is longer than the limit
   * nothing stays: the first is thrown as it came, the second as `TooLong`.
   */
  writeStream(contents: AsyncIterable<Uint8Array>, options: { limitBytes: number }): Promise<StoredFile>
  read(file: StoredFile): Promise<Buffer>
  stream(file: StoredFile, range?: ByteRange): Promise<Readable>
  /** Takes away what nobody has written since then and `wanted` does not name; gives how many files that were. */
  removeUnwanted(unwanted: Unwanted): Promise<number>
}

export interface StoredFile {
  key: string
  /** A file of another size is damaged, and none of it is given. */
  sizeBytes: number
}

export class TooLong extends Error {
  constructor(limitBytes: number) {
    super(`It has more than ${limitBytes} bytes`)
  }
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

/** Equal contents have one key, so they are kept once. */
export function keyOf(contents: Buffer): string {
  return createHash("sha256").update(contents).digest("hex")
}

export function isKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

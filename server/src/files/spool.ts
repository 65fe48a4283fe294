import { createHash, randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { unavailable } from "../errors.ts"
import { TooLargeError } from "./files.ts"

/** Contents on the disk, whole, under a name that says nothing. */
export interface Spooled {
  path: string
  key: string
  sizeBytes: number
}

/**
 * Takes down what comes, as fast as the disk takes it. Whatever ends it before its end leaves nothing behind; what the
 * sender throws is thrown on.
 */
export async function spool(folder: string, contents: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Spooled> {
  const path = join(folder, randomUUID())
  const handle = await begin(folder, path)
  try {
    const hash = createHash("sha256")
    let sizeBytes = 0
    for await (const chunk of contents) {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) throw new TooLargeError(limitBytes)
      hash.update(chunk)
      await onDisk(handle.writeFile(chunk))
    }
    await onDisk(handle.sync())
    await onDisk(handle.close())
    return { path, key: hash.digest("hex"), sizeBytes }
  } catch (error) {
    await handle.close().catch(() => {})
    await fs.rm(path, { force: true }).catch(() => {})
    throw error
  }
}

/** Writes as much as a small attachment has, and removes it. */
export async function checkFolder(folder: string): Promise<void> {
  const { path } = await spool(folder, Readable.from([Buffer.alloc(checkedBytes)]), checkedBytes)
  await fs.rm(path, { force: true })
}

const checkedBytes = 64 * 1_024

async function begin(folder: string, path: string): Promise<fs.FileHandle> {
  await onDisk(fs.mkdir(folder, { recursive: true, mode: 0o700 }))
  return onDisk(fs.open(path, "wx", 0o600))
}

/** So that a disk that is full can be told from a sender that goes away. */
async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw unavailable("The file cannot be kept at the moment", error)
  }
}

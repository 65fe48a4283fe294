import { createHash, randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { DeskError, unavailable } from "../errors.ts"
import { removeUnwanted } from "./disk-sweep.ts"
import { type Files, isKey, keyOf, type StoredFile, TooLong } from "./files.ts"
import { folderOfUnfinished, pathOf } from "./layout.ts"

/** Files in a folder of this machine, or in one that all nodes share. It is made when the first file is written. */
export function openDiskFiles(folder: string): Files {
  return {
    async write(contents) {
      const key = keyOf(contents)
      try {
        if (!(await renew(pathOf(folder, key)))) await place(folder, key, contents)
        // Also where the file was there: whoever wrote it may not have come to this yet.
        await sync(dirname(pathOf(folder, key)))
        await sync(folder)
      } catch (error) {
        throw unavailable("The file cannot be kept at the moment", error)
      }
      return key
    },

    async writeStream(contents, { limitBytes }) {
      const { path, ...file } = await receive(folder, contents, limitBytes)
      try {
        if (await renew(pathOf(folder, file.key))) await fs.rm(path, { force: true })
        else await settle(folder, file.key, path)
        await sync(dirname(pathOf(folder, file.key)))
        await sync(folder)
      } catch (error) {
        await fs.rm(path, { force: true }).catch(() => {})
        throw unavailable("The file cannot be kept at the moment", error)
      }
      return file
    },

    async read(file) {
      const handle = await open(folder, file)
      try {
        return await handle.readFile()
      } catch (error) {
        throw unreadable(error)
      } finally {
        await handle.close()
      }
    },

    async stream(file, range) {
      const handle = await open(folder, file)
      return handle.createReadStream(range)
    },

    removeUnwanted: (unwanted) => removeUnwanted(folder, unwanted),
  }
}

/** A file that is written again is as new, so that nobody takes it away while its row is on the way. */
async function renew(path: string): Promise<boolean> {
  const now = new Date()
  try {
    await fs.utimes(path, now, now)
    return true
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}

/** Under its own name a file is always whole: it gets it when all of it is on the disk. */
async function place(folder: string, key: string, contents: Buffer): Promise<void> {
  await fs.mkdir(folderOfUnfinished(folder), { recursive: true, mode: 0o700 })
  const unfinished = join(folderOfUnfinished(folder), randomUUID())
  try {
    await fs.writeFile(unfinished, contents, { flag: "wx", mode: 0o600, flush: true })
    await settle(folder, key, unfinished)
  } catch (error) {
    await fs.rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

async function settle(folder: string, key: string, unfinished: string): Promise<void> {
  await fs.mkdir(dirname(pathOf(folder, key)), { recursive: true, mode: 0o700 })
  await fs.rename(unfinished, pathOf(folder, key))
}

/** Writes what comes beside its hash; it is on the disk when this is done, under a name of its own. */
async function receive(
  folder: string,
  contents: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<StoredFile & { path: string }> {
  const path = join(folderOfUnfinished(folder), randomUUID())
  const handle = await storing(async () => {
    await fs.mkdir(folderOfUnfinished(folder), { recursive: true, mode: 0o700 })
    return fs.open(path, "wx", 0o600)
  })
  const hash = createHash("sha256")
  let sizeBytes = 0
  try {
    for await (const chunk of contents) {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) throw new TooLong(limitBytes)
      hash.update(chunk)
      await storing(() => handle.writeFile(chunk))
    }
    await storing(() => handle.sync())
  } catch (error) {
    await handle.close().catch(() => {})
    await fs.rm(path, { force: true }).catch(() => {})
    throw error
  }
  await handle.close()
  return { path, key: hash.digest("hex"), sizeBytes }
}

/** What the disk cannot do is not the fault of what comes. */
function storing<Result>(step: () => Promise<Result>): Promise<Result> {
  return step().catch((error: unknown) => {
    throw unavailable("The file cannot be kept at the moment", error)
  })
}

async function sync(folder: string): Promise<void> {
  // Windows has no such thing for folders.
  if (process.platform === "win32") return
  const handle = await fs.open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function open(folder: string, { key, sizeBytes }: StoredFile): Promise<fs.FileHandle> {
  if (!isKey(key)) throw missing(new Error(`${key} is not a key of this store`))
  const handle = await fs.open(pathOf(folder, key)).catch((error: unknown) => {
    throw isAbsence(error) ? missing(error) : unreadable(error)
  })
  try {
    const { size } = await handle.stat()
    if (size !== sizeBytes) throw missing(new Error(`${key} has ${size} bytes and not ${sizeBytes}`))
    return handle
  } catch (error) {
    await handle.close()
    throw error instanceof DeskError ? error : unreadable(error)
  }
}

function missing(cause: unknown): DeskError {
  return new DeskError(500, "file_missing", "The contents of this file are missing or damaged on this desk", { cause })
}

function unreadable(cause: unknown): DeskError {
  return unavailable("The file cannot be read at the moment", cause)
}

function isAbsence(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT"
}

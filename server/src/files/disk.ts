import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { DeskError, unavailable } from "../errors.ts"
import { removeUnwanted } from "./disk-sweep.ts"
import { computeKey, type Files, isKey, type StoredFile, safeUnread } from "./files.ts"
import { folderOfUnfinished, pathOf } from "./layout.ts"
import { checkFolder, type Spooled, spool } from "./spool.ts"

/** Files in a folder of this machine, or in one that all nodes share. It is made when the first file is written. */
export function openDiskFiles(folder: string): Files {
  const store: Store = { folder, lasting: new Set() }
  return {
    async write(contents) {
      const key = await computeKey(contents)
      try {
        // Of what is small nobody asks first whether it is there: to write it again takes no longer.
        if (contents.length <= smallBytes || !(await renew(pathOf(folder, key)))) await place(store, key, contents)
        await syncFolders(store, key)
      } catch (error) {
        throw unavailable("The file cannot be kept at the moment", error)
      }
      return key
    },

    async writeStream(contents, { limitBytes }) {
      const spooled = await spool(folderOfUnfinished(folder), contents, limitBytes)
      try {
        await settle(store, spooled)
      } catch (error) {
        throw unavailable("The file cannot be kept at the moment", error)
      } finally {
        await fs.rm(spooled.path, { force: true }).catch(() => {})
      }
      return { key: spooled.key, sizeBytes: spooled.sizeBytes }
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
      return safeUnread(handle.createReadStream(range))
    },

    removeUnwanted: (unwanted) => removeUnwanted(folder, unwanted),
    checkWrites: () => checkFolder(folderOfUnfinished(folder)),
  }
}

const smallBytes = 200_000

interface Store {
  folder: string
  /** Folders in it whose own names are on the disk for good: nobody takes them away. */
  lasting: Set<string>
}

/** A file that is wanted again is as new, so that nobody takes it away while its row is on the way. */
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
async function place(store: Store, key: string, contents: Buffer): Promise<void> {
  const unfinished = join(folderOfUnfinished(store.folder), randomUUID())
  const write = () => fs.writeFile(unfinished, contents, { flag: "wx", mode: 0o600, flush: true })
  try {
    await inFolder(folderOfUnfinished(store.folder), write)
    await name(store, key, unfinished)
  } catch (error) {
    await fs.rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

/** What was spooled is on the disk already, and only lacks its name. */
async function settle(store: Store, { key, path }: Spooled): Promise<void> {
  if (!(await renew(pathOf(store.folder, key)))) await name(store, key, path)
  await syncFolders(store, key)
}

async function name({ folder, lasting }: Store, key: string, path: string): Promise<void> {
  const home = dirname(pathOf(folder, key))
  const made = await inFolder(home, () => fs.rename(path, pathOf(folder, key)))
  if (made) lasting.delete(home)
}

/** Almost always the folder is there. Gives whether it had to be made. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return false
  } catch (error) {
    if (!isAbsence(error)) throw error
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    await work()
    return true
  }
}

/** Also where the file was there: whoever wrote it may not have come to this yet. */
async function syncFolders({ folder, lasting }: Store, key: string): Promise<void> {
  const home = dirname(pathOf(folder, key))
  await sync(home)
  if (lasting.has(home)) return
  await sync(folder)
  lasting.add(home)
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

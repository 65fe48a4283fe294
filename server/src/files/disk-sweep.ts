import * as fs from "node:fs/promises"
import { join } from "node:path"
import { isKey, type Unwanted } from "./files.ts"
import { folderOfUnfinished, pathOf } from "./layout.ts"

/** How many keys are asked for at once. */
const batchSize = 500

export async function removeUnwanted(folder: string, { since, wanted }: Unwanted): Promise<number> {
  let removed = await clearUnfinished(folder, since)
  for (const prefix of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue
    const keys = (await namesIn(join(folder, prefix))).map((name) => prefix + name).filter(isKey)
    for (let begin = 0; begin < keys.length; begin += batchSize) {
      const old = await oldOnes(folder, keys.slice(begin, begin + batchSize), since)
      if (old.length === 0) continue
      const kept = await wanted(old)
      for (const key of old) if (!kept.has(key) && (await remove(folder, key, since))) removed++
    }
  }
  return removed
}

/** Ended in the middle, an upload leaves a file with a name of its own, and a removal one with its key. */
export async function clearUnfinished(folder: string, since: Date): Promise<number> {
  let removed = 0
  for (const name of await namesIn(folderOfUnfinished(folder))) {
    const path = join(folderOfUnfinished(folder), name)
    if (isKey(name)) await putBack(folder, name)
    else if ((await changedAt(path)) < since.getTime()) {
      await fs.rm(path, { force: true })
      removed++
    }
  }
  return removed
}

async function oldOnes(folder: string, keys: string[], since: Date): Promise<string[]> {
  const times = await Promise.all(keys.map((key) => changedAt(pathOf(folder, key))))
  return keys.filter((_, index) => (times[index] ?? 0) < since.getTime())
}

/**
 * Somebody may write the same contents at this moment and find them there. Set aside first, the file is either seen to
 * be new again and put back, or no longer found by them and written again: it is never lost.
 */
async function remove(folder: string, key: string, since: Date): Promise<boolean> {
  const aside = join(folderOfUnfinished(folder), key)
  await fs.mkdir(folderOfUnfinished(folder), { recursive: true, mode: 0o700 })
  await fs.rename(pathOf(folder, key), aside)
  if ((await changedAt(aside)) >= since.getTime()) {
    await putBack(folder, key)
    return false
  }
  await fs.rm(aside, { force: true })
  return true
}

function putBack(folder: string, key: string): Promise<void> {
  return fs.rename(join(folderOfUnfinished(folder), key), pathOf(folder, key))
}

/** What is gone meanwhile was in somebody's hands just now. */
async function changedAt(path: string): Promise<number> {
  return (await fs.stat(path).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY
}

async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
}

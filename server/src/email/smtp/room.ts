import { statfs } from "node:fs/promises"
import { dirname } from "node:path"

/** Left for everything else that is on the disk. */
const reserveBytes = 64 * 2 ** 20

/** Whether a message of that size still fits beside what else has to. */
export async function hasRoom(folder: string, sizeBytes: number): Promise<boolean> {
  const free = await freeBytes(folder)
  return free === undefined || free > sizeBytes + reserveBytes
}

/** Of the folder, or of the one in which it will be made. Where nobody can tell, writing itself will. */
async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return dirname(folder) === folder ? undefined : freeBytes(dirname(folder))
  }
}

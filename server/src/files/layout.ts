import { join } from "node:path"

/** By the first two of 64 hexadecimal digits, so that no folder grows large: `ab/cdef…`. */
export function pathOf(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), key.slice(2))
}

/** What is being written or taken away; on the same disk, so that renaming is one step. */
export function folderOfUnfinished(folder: string): string {
  return join(folder, "unfinished")
}

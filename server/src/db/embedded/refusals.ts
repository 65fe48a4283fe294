import { DeskError, refusal } from "../../errors.ts"

export function asRefusal(error: unknown, folder: string): unknown {
  if (error instanceof DeskError) return error
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOTDIR":
    case "EEXIST":
      return refusal(`${folder} is a file or lies below one: set DATA_DIR to a folder.`, error)
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return refusal(
        `The data folder ${folder} cannot be written (${(error as Error).message}): let this user write there, or set DATA_DIR to another folder.`,
        error,
      )
    case "ENOSPC":
    case "EDQUOT":
      return diskFull(folder, error)
    default:
      return error
  }
}

export const fullDisk = /No space left on device|Check free disk space/

export function diskFull(folder: string, cause: unknown): DeskError {
  return refusal(`The disk of ${folder} is full: free some space, or set DATA_DIR to a folder on another disk.`, cause)
}

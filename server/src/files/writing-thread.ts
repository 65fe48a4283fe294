import { parentPort } from "node:worker_threads"
import { giveWay } from "../priority.ts"
import { openDiskFiles } from "./disk.ts"
import type { Files } from "./files.ts"
import type { Writing, Written } from "./writing.ts"

giveWay()

/** By their folders. */
const stores = new Map<string, Files>()

parentPort?.on("message", ({ id, folder, contents }: Writing) => {
  const answer = (written: Written) => parentPort?.postMessage(written)
  const files = stores.get(folder) ?? openDiskFiles(folder)
  stores.set(folder, files)
  files.write(Buffer.from(contents.buffer)).then(
    (key) => answer({ id, key }),
    ({ cause, message }: Error) => {
      const { code, message: reason = message } = (cause ?? {}) as NodeJS.ErrnoException
      answer({ id, problem: { message: reason, code } })
    },
  )
})

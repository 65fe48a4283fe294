import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

const program = join(import.meta.dirname, "../../../server/test/mail/mutations.ts")

/** Lets the server read messages with faults in them, and say how that went. Gives whether all went well. */
export async function readMutations(count: number, left: AsyncDisposableStack): Promise<boolean> {
  const child = spawn(process.execPath, [program, `${count}`], { stdio: ["ignore", "inherit", "inherit"] })
  left.defer(() => void child.kill())
  const [code] = await once(child, "exit")
  return code === 0
}

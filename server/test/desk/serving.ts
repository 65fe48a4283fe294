import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"

/** A node of its own process, there to be killed. */
export interface ServingNode {
  /** Gives the code that it ended with. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Ready when it listens. */
export async function serveNode(environment: Record<string, string>): Promise<ServingNode> {
  const main = resolve(import.meta.dirname, "../../src/main.ts")
  const child = spawn(process.execPath, [main, "serve", "--web", "--worker"], {
    env: { ...process.env, PORT: "0", ALLOW_UNSAFE_DATABASE: "on", LOG_LEVEL: "warn", ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  await new Promise<void>((ready, fail) => {
    child.once("exit", () => fail(new Error(`It ended: ${said}`)))
    child.stderr.on("data", (text) => {
      said += text
      if (/listens at http/.test(said)) ready()
    })
  })
  child.removeAllListeners("exit")
  return {
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      assert.ok(child.kill(signal))
      const [code] = await once(child, "exit")
      return code
    },
  }
}

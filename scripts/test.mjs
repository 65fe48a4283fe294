// Runs on any Node from 20 on with nothing installed, so: plain JavaScript and no dependencies.
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { join } from "node:path"
import { check, findNode, root } from "./check.mjs"
import { installDependencies } from "./start.mjs"
import { buildWeb } from "./web.mjs"

const given = process.argv.slice(2)
const [script, args] = given[0] === "--explore" ? ["explore.ts", given.slice(1)] : ["main.ts", given]
/** Whoever chooses tests wants those, and soon. */
const isWhole = given.length === 0

if ((await installDependencies(process.stderr)) && (await buildWeb(findNode(), process.stderr))) {
  const [passed, code] = await Promise.all([isWhole ? check() : true, runTests()])
  if (!passed) console.log("The check failed, see the beginning.")
  process.exitCode = passed ? code : code || 1
} else process.exitCode = 1

function runTests() {
  const child = spawn(findNode(), [join(root, "scripts/tests", script), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  })
  // The tests stop their PostgreSQL before they end, and this process ends after them.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

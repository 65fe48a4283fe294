// Runs on any Node from 20 on with nothing installed, so: plain JavaScript and no dependencies.
import { spawn } from "node:child_process"
import { existsSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { installDependencies } from "./start.mjs"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What has not changed since the last check is not compiled again. */
function compile(project) {
  const known = `node_modules/.cache/deskhand/types-${project === "." ? "all" : project}.json`
  return ["node_modules/typescript/bin/tsc", "--project", project, "--incremental", "--tsBuildInfoFile", known]
}

const checks = {
  "format and lint": ["node_modules/@biomejs/biome/bin/biome", "check", "--max-diagnostics=50"],
  types: compile("."),
  "types of the web application": compile("web"),
  "import order": ["scripts/imports.ts"],
  documents: ["scripts/operations.ts", "--check"],
}

/** Runs all checks side by side; what one has to say is shown only when it fails. */
export async function check() {
  const begun = Date.now()
  const results = await Promise.all(Object.entries(checks).map(([name, command]) => runCheck(name, command)))
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name)
  const outcome = failed.length === 0 ? "passed" : `failed: ${failed.join(", ")}`
  console.log(`Check ${outcome} (${seconds(begun)})`)
  return failed.length === 0
}

/** The pinned one, which is there once the dependencies are. */
export function findNode() {
  const pinned = join(root, "node_modules/.bin/node")
  return existsSync(pinned) ? pinned : process.execPath
}

async function runCheck(name, command) {
  const begun = Date.now()
  const child = spawn(findNode(), command, { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text
    })
  const passed = await new Promise((resolve) => {
    child.once("error", (error) => {
      output += error.message
      resolve(false)
    })
    child.once("close", (code) => resolve(code === 0))
  })
  console.log(`${passed ? "✔" : "✖"} ${name} (${seconds(begun)})${passed ? "" : `\n${output.trimEnd()}\n`}`)
  return { name, passed }
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = (await installDependencies(process.stderr)) && (await check()) ? 0 : 1

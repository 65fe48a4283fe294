/**
 * Checks who may import whom. A file may import its own folder, and what stands on an earlier line below.
 * Finds circles between files too. Prints what is wrong and exits with 1.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")

/** Products: each may import those named. */
const products: Record<string, string[]> = {
  contract: [],
  server: ["contract"],
  sdk: ["contract"],
  web: ["contract", "sdk"],
  acceptance: ["contract", "sdk"],
  bench: ["contract", "sdk"],
}

/** Files and folders that may import another product as well: `desk seed` loads what fills a large database. */
const exceptions: Record<string, string> = { "bench/seed": "server", "server/src/commands/data.ts": "bench" }

/** Folders and files of server/src, from the ground up. */
const floors = [
  ["errors.ts", "header-prefix.ts", "networks.ts", "priority.ts", "resting.ts"],
  ["runtime"],
  ["config.ts"],
  ["encryption.ts"],
  ["db", "files"],
  ["counters"],
  ["http", "search"],
  ["jobs", "events", "web"],
  ["account"],
  ["users"],
  ["teams", "inboxes", "organizations", "audit"],
  ["auth", "customers", "tags", "routing"],
  ["conversations"],
  ["merging", "routing/waiting", "email/identity"],
  // Routes of nouns that offer what stands above them.
  ["customers/routes", "tags/merge-routes.ts", "organizations/member-routes.ts", "inboxes/folders/routes.ts"],
  ["ratings", "chat", "presence", "views", "bulk"],
  ["email", "notifications"],
  ["webhooks", "reports", "import", "mcp", "seed"],
  ["workflows"],
  ["setup"],
  ["reactions.ts"],
  ["app.ts", "worker.ts"],
  ["commands"],
  ["main.ts"],
]

/** Folders and files of web/src, likewise. */
const webFloors = [
  ["messages", "style"],
  ["desk"],
  [
    "keyboard/keymap.ts",
    "keyboard/strokes.ts",
    "keyboard/focus-guard.ts",
    "keyboard/moved-focus.ts",
    "keyboard/shortcuts.ts",
  ],
  ["parts"],
  ["threads/markup.ts", "threads/weight.ts"],
  ["keyboard", "session", "when", "editor", "notifications"],
  ["presence"],
  ["live"],
  [
    "commands/change.ts",
    "commands/command.ts",
    "commands/words.ts",
    "commands/storage.ts",
    "commands/queue.ts",
    "commands/conflict.ts",
    "commands/deliver.ts",
    "commands/current.ts",
    "commands/give.ts",
  ],
  ["threads/queries.ts"],
  ["conversations/cache.ts", "conversations/prefetch.ts", "conversations/actions.ts"],
  ["lists/list-key.ts", "navigation/counts.ts", "views/queries.ts"],
  ["bulk/running.ts", "bulk/selection.ts", "bulk/acts.ts"],
  ["conversations/asking.ts", "conversations/assignee-options.tsx", "conversations/action-keys.ts"],
  ["commands"],
  ["lists/pages.ts"],
  ["workflows"],
  ["search"],
  ["views"],
  ["navigation"],
  ["threads", "lists"],
  ["composer", "customers"],
  ["people"],
  ["organizations"],
  ["conversations"],
  ["bulk"],
  ["recent"],
  ["inbox", "account", "palette", "settings", "reports"],
  ["Frame.tsx", "SignedIn.tsx"],
  ["layouts.tsx"],
  ["settings/routes.ts", "reports/routes.ts"],
  ["routes.tsx"],
  ["main.tsx"],
]

/** Tests, their harness and what builds a product may import anything of it. */
const free = /\.test\.ts$|^server\/test\/|^web\/src\/testing\/|^web\/[^/]+$/

const files = Object.keys(products).flatMap((product) => sources(join(root, product)))
const importsOf = new Map(files.map((file) => [file, localImports(file)]))
const complaints = [...files.flatMap(complaintsAbout), ...circles()]
for (const complaint of complaints) console.error(complaint)
console.log(`${files.length} files, ${complaints.length} import errors`)
process.exitCode = complaints.length === 0 ? 0 : 1

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|web\/dist|sdk\/package/.test(entry.parentPath),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function localImports(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8")
  return [...text.matchAll(/^\s*(?:import|export)\b[^"'`]*?["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm)]
    .map((match) => match[1] ?? match[2] ?? "")
    .flatMap((name) => {
      if (/^\..*\.tsx?$/.test(name)) return [relative(root, resolve(root, dirname(file), name))]
      const own = /^@deskhand\/(\w+)\/(.+)$/.exec(name)
      return own ? [`${own[1]}/src/${own[2]}.ts`] : []
    })
}

function complaintsAbout(file: string): string[] {
  const product = productOf(file)
  return (importsOf.get(file) ?? []).flatMap((target) => {
    const targetProduct = target.split("/")[0] ?? ""
    if (product !== targetProduct) return mayImport(file, targetProduct) ? [] : [`${file} may not import ${target}`]
    if (!["server", "web"].includes(product) || free.test(file)) return []
    const [from, to] = [floorOf(file), floorOf(target)]
    if (from === undefined) return [`${file} stands on no floor; add it to scripts/imports.ts`]
    if (to === undefined || to.level > from.level || (to.level === from.level && to.name !== from.name))
      return [`${file} may not import ${target}: it stands higher or beside it`]
    return []
  })
}

function productOf(file: string): string {
  return file.split("/")[0] ?? ""
}

function mayImport(file: string, product: string): boolean {
  return (
    products[productOf(file)]?.includes(product) === true ||
    prefixesOf(file).some((prefix) => exceptions[prefix] === product)
  )
}

/** The nearest folder that is listed, or the file itself, says on which floor it stands. */
function floorOf(file: string): { level: number; name: string } | undefined {
  const [product = "", source = ""] = file.split("/")
  const list = product === "web" ? webFloors : floors
  for (const prefix of prefixesOf(file)) {
    const name = prefix.slice(`${product}/${source}/`.length)
    const level = list.findIndex((floor) => floor.includes(name))
    if (level !== -1) return { level, name: /\.tsx?$/.test(name) ? dirname(name) : name }
  }
  return undefined
}

/** The file, its folder, the folder around that, and so on. */
function prefixesOf(file: string): string[] {
  const parts = file.split("/")
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"))
}

function circles(): string[] {
  const found: string[] = []
  const state = new Map<string, "open" | "done">()
  const visit = (file: string, trail: string[]): void => {
    if (state.get(file) === "done") return
    if (state.get(file) === "open") {
      found.push(`Circle: ${[...trail.slice(trail.indexOf(file)), file].join(" → ")}`)
      return
    }
    state.set(file, "open")
    for (const target of importsOf.get(file) ?? []) visit(target, [...trail, file])
    state.set(file, "done")
  }
  for (const file of files) visit(file, [])
  return found
}

/**
 * Checks who may import whom. A file may import its own folder, and what stands on an earlier line below.
 * Finds circles between files, and between folders of web/src. Prints what is wrong and exits with 1.
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
  ["errors.ts", "header-prefix.ts", "networks.ts"],
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
  ["quick-search"],
  ["notifications"],
  ["email"],
  ["webhooks", "reports", "import", "mcp", "seed"],
  ["workflows"],
  ["setup"],
  ["reactions.ts"],
  ["app.ts", "worker.ts"],
  ["commands"],
  ["main.ts"],
]

/** The five floors of web/src. Within a floor any folder may import another, without circles. */
const webFloors = [
  // Every text, and the tokens of the looks.
  ["messages", "style"],
  // What the desk has answered, what it is asked to do, and the state that pages share. Draws nothing.
  ["data"],
  // What pages are made of, whatever they are about.
  ["ui"],
  // Every page and pane, by what it is about.
  ["screens"],
  // The start, the list of pages, and what all of them stand in.
  ["app"],
]

const maxFilesInFolder = 25

/** Tests, their harness and what builds a product may import anything of it. */
const free = /\.test\.ts$|^server\/test\/|^web\/src\/testing\/|^web\/[^/]+$/

const files = Object.keys(products).flatMap((product) => sources(join(root, product)))
const importsOf = new Map(files.map((file) => [file, localImports(file)]))
const complaints = [
  ...files.flatMap(complaintsAbout),
  ...circlesIn(importsOf),
  ...circlesIn(webFolders()),
  ...crowdedFolders(),
]
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
      if (/^\..*\.(tsx?|css)$/.test(name)) return [relative(root, resolve(root, dirname(file), name))]
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

/** Tests are not counted. */
function crowdedFolders(): string[] {
  const counts = new Map<string, number>()
  for (const file of files)
    if (!/\.test\.tsx?$/.test(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > maxFilesInFolder)
    .map(([folder, count]) => `${folder} has ${count} files; group them in folders of at most ${maxFilesInFolder}`)
}

/** Folders of web/src, and which others their files import. */
function webFolders(): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const [file, targets] of importsOf) {
    if (!file.startsWith("web/src/") || free.test(file)) continue
    const folder = dirname(file)
    const others = targets.filter((target) => target.startsWith("web/")).map((target) => dirname(target))
    folders.set(
      folder,
      [...new Set([...(folders.get(folder) ?? []), ...others])].filter((other) => other !== folder),
    )
  }
  return folders
}

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  const state = new Map<string, "open" | "done">()
  const visit = (node: string, trail: string[]): void => {
    if (state.get(node) === "done") return
    if (state.get(node) === "open") {
      found.push(`Circle: ${[...trail.slice(trail.indexOf(node)), node].join(" → ")}`)
      return
    }
    state.set(node, "open")
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node])
    state.set(node, "done")
  }
  for (const node of graph.keys()) visit(node, [])
  return found
}

/** The kinds of tests: what each of them needs, and where its files are. */
import { globSync } from "node:fs"
import { resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

export interface Layer {
  name: LayerName
  /** For people who ask what there is. */
  about: string
  has(file: string): boolean
  /** Whether its files may run in one process, one after another. */
  shares: boolean
}

export type LayerName = "rules" | "slices" | "acceptance" | "browser" | "faults"

const isRules = (file: string) => !/^(server|acceptance|bench\/seed)\//.test(file) || /[./]rules\.test\.ts$/.test(file)

/** A file belongs to the first layer that has it. */
export const layers: readonly Layer[] = [
  { name: "rules", about: "Pure functions, without a database", has: isRules, shares: true },
  {
    name: "slices",
    about: "The application in the process of the test, on a cloned database",
    has: (file) => /^(server|bench\/seed)\//.test(file),
    shares: true,
  },
  {
    name: "browser",
    about: "The web application in Chromium",
    has: (file) => file.startsWith("acceptance/src/web/"),
    shares: true,
  },
  {
    name: "faults",
    about: "Desks that are killed, cut off or starved",
    has: (file) => file.startsWith("acceptance/src/faults/"),
    shares: false,
  },
  { name: "acceptance", about: "A running desk, spoken to from outside", has: () => true, shares: false },
]

/** Run on the oldest PostgreSQL that we support, too. */
export const portabilityTests = ["portability", "schema", "upgrade"].map((name) => `server/src/db/${name}.test.ts`)
/** Runs only there, with the programs that come with it. */
export const oldPostgresTest = "acceptance/src/backup/own-postgres.test.ts"

export const allFiles: readonly string[] = globSync("{contract,server,sdk,web,acceptance,bench,scripts}/**/*.test.ts", {
  cwd: root,
  exclude: (path) => path.endsWith("node_modules"),
}).sort()

export function layerOf(file: string): Layer {
  const layer = layers.find(({ has }) => has(file))
  if (!layer) throw new Error(`${file} belongs to no layer`)
  return layer
}

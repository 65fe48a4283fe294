import { resolve } from "node:path"
import { defineConfig } from "vite"
import { compressed } from "./compressed.ts"

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * What the first page needs is one file: cut up by which pages share what, it would be dozens, and larger. What the worker
 * shares with it stays apart, because that runs where there is no page.
 */
function firstLoad(id: string, modules: Modules): string | null {
  return reached("web/src/app/main.tsx", modules).has(id) &&
    !reached("web/src/app/notification-worker.ts", modules).has(id)
    ? "index"
    : null
}

const found = new Map<string, ReadonlySet<string>>()

/** Everything that a file imports, and they import, without what is fetched later. */
function reached(file: string, modules: Modules): ReadonlySet<string> {
  const known = found.get(file)
  if (known) return known
  const ids = new Set([resolve(import.meta.dirname, "..", file)])
  for (const id of ids) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) ids.add(imported)
  found.set(file, ids)
  return ids
}

export default defineConfig({
  root: import.meta.dirname,
  build: {
    // Where `light-dark()` and nested CSS are known.
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: "web/index.html",
        message: "web/message.html",
        notifications: "web/src/app/notification-worker.ts",
      },
      // A worker has one address for good.
      output: {
        entryFileNames: ({ name }) => (name === "notifications" ? "[name].js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: firstLoad, debugName: "index" }] },
      },
    },
  },
  plugins: [compressed()],
})

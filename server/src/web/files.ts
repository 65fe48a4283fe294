import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join, relative, sep } from "node:path"

export type Encoding = "br" | "gzip"

/** A file of the built web application, held in memory with what it was compressed to. */
export interface WebFile {
  type: string
  bytes: Buffer
  encoded: Partial<Record<Encoding, Buffer>>
  hash: string
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
}

/** By their paths, such as `/assets/index-Df3.js`; none where nothing has been built. */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    files.set(`/${relative(folder, file).split(sep).join("/")}`, {
      type,
      bytes,
      encoded: { ...readBeside(file, "br", ".br"), ...readBeside(file, "gzip", ".gz") },
      hash: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    })
  }
  return files
}

function readBeside(file: string, encoding: Encoding, suffix: string): WebFile["encoded"] {
  return existsSync(file + suffix) ? { [encoding]: readFileSync(file + suffix) } : {}
}

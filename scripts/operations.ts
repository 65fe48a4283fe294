/** Writes the table of environment variables into docs/operations.md; with --check only compares. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { variables } from "../server/src/config.ts"

const path = new URL("../docs/operations.md", import.meta.url)
const section = /<!-- variables -->\n[\s\S]*<!-- \/variables -->/

const blank = `# Operations

## Environment variables

<!-- variables -->
<!-- /variables -->
`

const current = existsSync(path) ? readFileSync(path, "utf8") : blank
const written = current.replace(section, () => `<!-- variables -->\n${table()}<!-- /variables -->`)
if (!section.test(current)) fail("docs/operations.md lacks <!-- variables --> and <!-- /variables -->.")
else if (!process.argv.includes("--check")) writeFileSync(path, written)
else if (!existsSync(path) || written !== current)
  fail("docs/operations.md differs from server/src/config.ts. Run: npm run docs")

function table(): string {
  const rows = Object.entries(variables).map(([name, { fallback, about }]) => {
    return `| \`${name}\` | ${shown(fallback)} | ${about.replaceAll("|", "\\|")} |\n`
  })
  return `| Name | Default | Meaning |\n|---|---|---|\n${rows.join("")}`
}

function shown(fallback: unknown): string {
  if (fallback === undefined || (Array.isArray(fallback) && fallback.length === 0)) return "–"
  if (typeof fallback === "boolean") return fallback ? "`on`" : "`off`"
  return `\`${fallback}\``
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

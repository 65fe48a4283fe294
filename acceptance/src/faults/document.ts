import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import type { Row } from "./rows/row.ts"
import { rows } from "./rows/rows.ts"

export const root = resolve(import.meta.dirname, "../../..")
export const documentPath = resolve(root, "docs/fault-coverage.md")

/** docs/fault-coverage.md, as it has to be. */
export function faultDocument(): string {
  const table = ["| | Fault | Test |", "|---|---|---|", ...Object.entries(rows).map(lineOf)]
  return `${introduction}\n\n${table.join("\n")}\n`
}

const introduction = `# Which test holds which fault

What a desk must live through: crashes (K), the database (D), races (R), lists that change while somebody walks them (G), slow and
hostile receivers of webhooks (W) and URLs that lead the desk to call where it must not (S).

This page is made by \`npm run docs\` from [rows.ts](../acceptance/src/faults/rows/rows.ts). A test fails when a test that it names is
not there, or when this page is not what the list says. \`npm run -s faults -- --cycles 1000\` kills a desk and its PostgreSQL
a thousand times each, and a worker while it delivers to webhooks; [ADR 28](adr/0028-crash-tests.md) says what is compared then.`

function lineOf([name, { says, tests }]: [string, Row]): string {
  const held = tests.map(([file, test]) => `[${fileName(file)}](../${file}): ${test}`)
  return `| ${name} | ${says} | ${held.join("<br>")} |`
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}

if (import.meta.main) await writeFile(documentPath, faultDocument())

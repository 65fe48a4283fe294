import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { specification } from "./items.ts"

export const documentPath = resolve(import.meta.dirname, "../../../docs/interface-coverage.md")

/** docs/interface-coverage.md, as it has to be. */
export function coverageDocument(): string {
  const sections = Object.entries(specification).flatMap(([name, { heading, items }]) => [
    `## ${heading}`,
    `Tests: [${name}.ts](../acceptance/src/interface/${name}.ts)`,
    ["| What it says | Test |", "|---|---|", ...Object.entries(items).map(rowOf(name))].join("\n"),
  ])
  return `${[introduction, ...sections].join("\n\n")}\n`
}

const introduction = `# Which test holds which sentence of the interface specification

Every table row and bullet of the specification, in its order, with the test that asserts it. All of them run from outside over
HTTP on a real desk with the interface scenario: \`npm test -- acceptance/src/interface.test.ts\`; adding the beginning of a
test's name runs that one alone.

This page is made by \`npm run docs\` from [items.ts](../acceptance/src/interface/items.ts). A test fails when an item has no
test, when a test names no item, or when this page is not what the list says.`

function rowOf(section: string): (item: [name: string, meaning: string]) => string {
  return ([name, meaning]) => `| ${name}: ${meaning} | \`${section}.${name}\` |`
}

if (import.meta.main) await writeFile(documentPath, coverageDocument())

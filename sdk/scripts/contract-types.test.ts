import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { test } from "node:test"
import { declareTypes, readContract } from "./contract-types.ts"

const root = resolve(import.meta.dirname, "../..")

test("every declared type is the one that TypeBox derives from the schema", async () => {
  const schemas = await readContract()
  // Its `raw` is typed by hand, and only the server reads it.
  schemas.delete("InboundMessage")
  assert.ok(schemas.size > 300, `only ${schemas.size} schemas were found`)
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true })
  const folder = mkdtempSync(join(root, "node_modules/.cache/contract-types-"))
  try {
    writeFileSync(join(folder, "declared.d.ts"), declareTypes(schemas.keys(), schemas))
    writeFileSync(join(folder, "check.ts"), checkOf(schemas))
    const args = ["--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2024"]
    const settings = [...args, "--module", "nodenext", "--types", "", "--allowImportingTsExtensions", "--skipLibCheck"]
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    const command = [compiler, ...settings, join(folder, "check.ts")]
    const { status, stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" })
    assert.equal(stdout, "")
    assert.equal(status, 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function checkOf(schemas: Awaited<ReturnType<typeof readContract>>): string {
  const lines = [...schemas].map(([name, { module }]) => {
    const source = JSON.stringify(join(root, "contract/src", `${module}.ts`))
    return `export const ${name}: Same<Declared.${name}, Static<typeof import(${source}).${name}>> = true\n`
  })
  return `import type { Static } from "typebox"
import type * as Declared from "./declared.d.ts"
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : { declared: A; derived: B }
${lines.join("")}`
}

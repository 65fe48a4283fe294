import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"
import { test } from "node:test"

const root = resolve(import.meta.dirname, "../..")

/** Node 20 has all of it too. */
const whatBrowsersHave = ["--types", "", "--lib", "es2022,dom,dom.iterable"]

test("the client needs nothing that browsers and older Nodes do not have", () => {
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions"]
  const target = ["--module", "nodenext", "--target", "es2022"]
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const args = [compiler, ...options, ...target, ...whatBrowsersHave, "sdk/src/client.ts"]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" })
  assert.equal(stdout, "")
  assert.equal(status, 0)
})

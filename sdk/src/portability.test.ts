import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"
import { test } from "node:test"

const root = resolve(import.meta.dirname, "../..")

test("the client needs nothing that browsers and older Nodes do not have", () => {
  // The package is built with the library of ES2022 and of browsers, all of which Node 20 has, and without Node's types.
  const args = [join(root, "node_modules/typescript/bin/tsc"), "--project", "sdk/tsconfig.build.json", "--noEmit"]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" })
  assert.equal(stdout, "")
  assert.equal(status, 0)
})

import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { test } from "node:test"
import { promisify } from "node:util"
import { isRoot, temporaryFolder } from "../../test/desk/embedded.ts"

const skip = isRoot && process.platform === "linux" ? false : "Only root can mount a disk that is small enough to fill"

test("/readyz is degraded while the disk is full and writes fail, and ok when there is space again (F1)", {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t)
  const script = join(import.meta.dirname, "../../test/failures/full-disk.ts")
  const { stdout } = await promisify(execFile)("unshare", ["--mount", process.execPath, script, folder])
  const { before, full, after } = JSON.parse(stdout)
  const checks = { database: "ok", schema: "ok", writes: "ok", files: "ok", events: "ok" }
  const ok = { status: 200, body: { status: "ok", checks } }
  const degraded = {
    status: 200,
    body: { status: "degraded", checks: { ...checks, writes: "failing", files: "failing" } },
  }
  assert.deepEqual(before, { readiness: ok })
  assert.deepEqual(full, { write: "53100", file: "ENOSPC", readiness: degraded })
  assert.deepEqual(after, { write: "ok", file: "ok", readiness: ok })
})

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import malloc from "../../scripts/malloc.json" with { type: "json" }
import flags from "../../scripts/node-flags.json" with { type: "json" }
import { copyDesk } from "./prepared.ts"
import { desk, deskProcessOf, removeFolder, type StartedDesk, startDesk, temporaryFolder } from "./processes.ts"

let folder: string
let dataDir: string
before(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder, "data")
})
after(() => removeFolder(folder))

describe("memory of a desk", () => {
  test("stays small under load", async () => {
    const { owner } = await copyDesk(dataDir)
    const started = await startDesk({ DATA_DIR: dataDir })
    try {
      const seeded = await desk(["seed", "--conversations", "400"], { DATA_DIR: dataDir })
      assert.equal(seeded.code, 0, seeded.stderr)
      await load(started, owner.token)
      const { flags: passed, malloc: set, peakMegabytes } = processOf(dataDir)
      assert.deepEqual([passed, set], [flags, malloc])
      assert.ok(peakMegabytes < 280, `${peakMegabytes} MB`)
    } finally {
      await started.stop()
    }
  })

  test("is the operator's to choose", async () => {
    const chosen = { NODE_OPTIONS: "--max-semi-space-size=64", MALLOC_ARENA_MAX: "8" }
    const started = await startDesk({ DATA_DIR: dataDir, ...chosen })
    try {
      const { flags, malloc: set } = processOf(dataDir)
      assert.deepEqual([flags, set], [[], { ...malloc, MALLOC_ARENA_MAX: "8" }])
    } finally {
      await started.stop()
    }
  })
})

/** Sixteen at a time, a third of it lists with all their threads, which are the largest answers there are. */
async function load({ origin }: StartedDesk, token: string): Promise<void> {
  const paths = [
    "/v2/conversations?status=all&embed=threads&page=1",
    "/v2/conversations?status=all&embed=threads&page=7",
    "/v2/conversations?status=all",
    "/v2/customers",
    "/v2/users/me",
    "/v2/tags",
  ]
  let asked = 0
  const one = async () => {
    while (asked < 240) {
      const path = paths[asked++ % paths.length]
      const answer = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${token}` } })
      assert.equal(answer.status, 200, path)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
}

function processOf(folder: string): { flags: string[]; malloc: Record<string, string>; peakMegabytes: number } {
  const pid = deskProcessOf(folder)
  const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
  // What is imported first has nothing to do with memory, and comes after what has.
  const end = args.indexOf("--import")
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  const set = readFileSync(`/proc/${pid}/environ`, "utf8").matchAll(/(?<=^|\0)(MALLOC_\w+)=(\d+)\0/g)
  const malloc = Object.fromEntries([...set].map(([, name, value]) => [name, value]))
  return { flags: args.slice(1, end), malloc, peakMegabytes: Number(peak) / 1_024 }
}

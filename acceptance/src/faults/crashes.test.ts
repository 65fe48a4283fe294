import { after, before, describe, test } from "node:test"
import { chooseSeed, crashNode, crashPostgres } from "./crashes.ts"
import { type Ground, openGround } from "./ground.ts"
import { crashUploads, sweepUploads } from "./uploads.ts"

const seed = chooseSeed()
/** Few here; docs/fault-coverage.md says how to run many. */
const cycles = Number(process.env["FAULT_CYCLES"] ?? 2)

let ground: Ground

before(async () => {
  ground = await openGround()
})
after(() => ground.close())

describe("what was acknowledged is there, once and whole", () => {
  test("after kill -9 of the process that serves (K1)", async () => {
    await crashNode({ ground, seed, cycles })
  })

  test("after kill -9 of PostgreSQL, and the desk goes on by itself (K9)", async () => {
    await crashPostgres({ ground, seed: seed + 1, cycles: Math.ceil(cycles / 2) })
  })

  test("with its files, after kill -9 during uploads; what else there is is swept (K8)", async () => {
    await crashUploads(ground)
    await sweepUploads(ground)
  })
})

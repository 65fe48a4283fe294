/** Holds every function of the server and of the web application that takes a message body against hostile bodies. */
import assert from "node:assert/strict"
import { after, describe, test } from "node:test"
import fc from "fast-check"
import { BodyWorker } from "../server/test/body-worker.ts"
import { cpuMs } from "../server/test/event-loop.ts"
import { type BodyFunctions, type HostileBody, hostileBodies, hostileBody } from "../server/test/hostile-bodies.ts"
import { isExploring, runs } from "../server/test/property.ts"

const modules = ["server/test", "web/src/testing"].map((folder) =>
  import.meta.resolve(`../${folder}/body-functions.ts`),
)
const functions = (await Promise.all(modules.map(listFunctions))).flat()

async function listFunctions(module: string) {
  const { bodyFunctions } = (await import(module)) as { bodyFunctions: BodyFunctions }
  const kinds = Object.keys(bodyFunctions) as (keyof BodyFunctions)[]
  return kinds.flatMap((kind) =>
    Object.entries(bodyFunctions[kind] ?? {}).map(([name, work]) => ({ module, kind, name, work })),
  )
}

/** Linear work on so many characters takes well below a second, quadratic work longer than the limit of all waits or its memory. */
const huge = 600_000

describe("a huge hostile body is read to its end", () => {
  const worker = new BodyWorker()
  after(() => worker.close())

  for (const { work: _, ...call } of functions)
    test(call.name, async () => {
      for (const body of hostileBodies[call.kind]) await worker.assertEnds(call, body, huge)
    })
})

/** Without measuring. */
const usual = 5_000

const [small, large] = [25_000, 100_000]

/** Below this a measurement says nothing: collecting garbage takes as long. */
const leastMs = 40

/** Four times as much takes four times as long, and some more for memory; what is quadratic takes sixteen times as long. */
const mostTimes = 9

/** The least of a few runs: what else the machine does only ever adds to one. */
async function measure(work: (body: string) => unknown, body: string, isEnough: (ms: number) => boolean) {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 6 && !(run > 0 && isEnough(least)); run++) {
    const before = cpuMs()
    await work(body)
    least = Math.min(least, cpuMs() - before)
  }
  return least
}

/** Bodies on which a function fails are found in any case; those on which it is slow only when exploring. */
describe(isExploring ? "the time that a body takes grows no faster than its length" : "a drawn body is read", () => {
  const examples = [...new Set(Object.values(hostileBodies).flat())].map((body): [HostileBody] => [body])

  for (const { name, work } of functions)
    test(name, async () => {
      await fc.assert(
        fc.asyncProperty(hostileBody, async (body) => {
          if (!isExploring) {
            await work(body.ofSize(usual))
            return
          }
          // A first look: most take next to no time.
          if ((await measure(work, body.ofSize(large), () => true)) < leastMs) return
          const ofSmall = await measure(work, body.ofSize(small), () => false)
          const allowed = Math.max(leastMs, ofSmall * mostTimes)
          const ofLarge = await measure(work, body.ofSize(large), (ms) => ms <= allowed)
          assert.ok(ofLarge <= allowed, `${body.name}: ${ofSmall} ms, of four times as much ${ofLarge} ms`)
        }),
        { numRuns: examples.length + runs(15), endOnFailure: true, examples },
      )
    })
})

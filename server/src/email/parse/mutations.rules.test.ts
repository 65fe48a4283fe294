import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { corpus } from "../../../test/mail/corpus/corpus.ts"
import { checkSound } from "../../../test/mail/corpus/sound.ts"
import { mutate, randomOf } from "../../../test/mail/mutate.ts"
import { isExploring, runs } from "../../../test/property.ts"
import { parseMessage } from "./parse.ts"

const small = corpus.map(({ raw }) => raw).filter((raw) => raw.length < 50_000)

describe("whatever happens to a message on the way", () => {
  test("it is read soundly (P20)", () => {
    const sample = fc.nat(small.length - 1)
    let slowestMs = 0
    fc.assert(
      fc.property(sample, sample, fc.integer(), (one, other, seed) => {
        const raw = mutate(small[one] as Buffer, small[other] as Buffer, randomOf(seed))
        const started = process.threadCpuUsage()
        checkSound(parseMessage(raw))
        slowestMs = Math.max(slowestMs, process.threadCpuUsage(started).user / 1_000)
      }),
      { numRuns: runs(300) },
    )
    if (isExploring) assert.ok(slowestMs < 5_000, `${slowestMs} ms`)
  })

  test("any bytes are a message (P20)", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => checkSound(parseMessage(Buffer.from(bytes)))),
      { numRuns: runs(100) },
    )
  })

  test("each of the corpus is sound as it is", () => {
    for (const { raw } of corpus) checkSound(parseMessage(raw))
  })
})

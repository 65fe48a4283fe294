import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { checkSample } from "../../../test/mail/corpus/check.ts"
import { corpus } from "../../../test/mail/corpus/corpus.ts"
import { parseMessage } from "./parse.ts"

describe("reading a message", () => {
  // Those of the list of faults are read in `faults.rules.test.ts`, in threads.
  for (const sample of corpus.filter(({ name }) => !/\(P\d+\)$/.test(name)))
    test(sample.name, () => checkSample(sample, parseMessage(sample.raw)))

  test("there are more than 200 of them, each with a name of its own", () => {
    assert.ok(corpus.length >= 200, `${corpus.length}`)
    assert.equal(new Set(corpus.map(({ name }) => name)).size, corpus.length)
  })
})

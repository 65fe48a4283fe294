import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { readOptions, UsageError } from "./options.ts"

describe("readOptions", () => {
  test("has defaults, and smaller ones for a quick run", () => {
    assert.deepEqual(readOptions([]), {
      conversations: 100_000,
      seconds: 5,
      connections: [1, 16],
      write: false,
      lists: undefined,
      changes: undefined,
      webhooks: undefined,
    })
    assert.deepEqual(readOptions(["--quick", "--write", "--seconds", "0.5"]), {
      conversations: 10_000,
      seconds: 0.5,
      connections: [1, 16],
      write: true,
      lists: undefined,
      changes: undefined,
      webhooks: undefined,
    })
    assert.deepEqual(readOptions(["--connections", "16,4,16"])?.connections, [16, 4])
    assert.equal(readOptions(["--webhooks"])?.webhooks, 10_000)
    assert.equal(readOptions(["--webhooks", "--quick"])?.webhooks, 1_000)
    assert.equal(readOptions(["--help"]), undefined)
  })

  const refused = [
    ["--conversations", "999"],
    ["--conversations", "1000001"],
    ["--conversations", "2000.5"],
    ["--seconds", "61"],
    ["--seconds", ""],
    ["--seconds", "long"],
    ["--connections", "0"],
    ["--connections", "1,,2"],
    ["--connections", "65"],
    ["--connections", "1,2,3,4,5"],
    ["--faster"],
    ["more"],
  ]
  for (const args of refused)
    test(`refuses ${args.join(" ")}`, () => assert.throws(() => readOptions(args), UsageError))
})

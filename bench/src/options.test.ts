import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { readOptions, UsageError } from "./options.ts"

describe("readOptions", () => {
  test("has defaults, and smaller ones for a quick run", () => {
    const usual = {
      desks: [10_000, 100_000],
      seconds: 3,
      connections: [1, 16, 64],
      nodes: false,
      replica: false,
      write: false,
      limits: false,
      guard: false,
      lists: undefined,
      reports: undefined,
      only: undefined,
      changes: undefined,
      webhooks: undefined,
      mutations: undefined,
      mail: undefined,
      browser: undefined,
    }
    assert.deepEqual(readOptions([]), usual)
    assert.deepEqual(readOptions(["--quick", "--write"]), {
      ...usual,
      desks: [10_000],
      seconds: 0.6,
      connections: [16],
      write: true,
    })
    assert.deepEqual(readOptions(["--nodes", "2", "--replica"]), { ...usual, nodes: true, replica: true })
    assert.deepEqual(readOptions(["--connections", "16,4,16"])?.connections, [16, 4])
    assert.deepEqual(readOptions(["--reports", "/a", "--only", "user,phone"])?.only, ["user", "phone"])
    assert.equal(readOptions(["--webhooks"])?.webhooks, 10_000)
    assert.equal(readOptions(["--webhooks", "--quick"])?.webhooks, 1_000)
    assert.equal(readOptions(["--mutations", "500"])?.mutations, 500)
    assert.equal(readOptions(["--mail"])?.mail, 1_000)
    assert.equal(readOptions(["--mail", "--quick"])?.mail, 200)
    assert.equal(readOptions(["--browser"])?.browser, 100_000)
    assert.equal(readOptions(["--browser", "--quick"])?.browser, 10_000)
    assert.equal(readOptions(["--guard"])?.guard, true)
    assert.equal(readOptions(["--help"]), undefined)
  })

  test("takes desks that exist instead of new ones, or beside them", () => {
    assert.deepEqual(readOptions(["--data", "/a", "--data", "/b"])?.desks, ["/a", "/b"])
    assert.deepEqual(readOptions(["--data", "/a", "--sizes", "100000,10000"])?.desks, [10_000, 100_000, "/a"])
  })

  const refused = [
    ["--sizes", "999"],
    ["--sizes", "1000001"],
    ["--sizes", "2000.5"],
    ["--sizes", "2000,"],
    ["--seconds", "61"],
    ["--seconds", ""],
    ["--seconds", "long"],
    ["--connections", "0"],
    ["--connections", "1,,2"],
    ["--connections", "65"],
    ["--connections", "1,2,3,4,5"],
    ["--nodes", "3"],
    ["--mutations", "0"],
    ["--faster"],
    ["more"],
  ]
  for (const args of refused)
    test(`refuses ${args.join(" ")}`, () => assert.throws(() => readOptions(args), UsageError))
})

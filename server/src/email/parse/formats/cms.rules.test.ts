import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { protectedMessages } from "../../../../test/mail/corpus/protected.ts"
import { decodeTransfer } from "../charsets/transfer.ts"
import { readStructure } from "../structure.ts"
import { readCms } from "./cms.ts"

const files = protectedMessages
  .filter(({ name }) => name.startsWith("signed inside one file") && !name.includes("cut"))
  .map(({ raw }) => decodeTransfer(readStructure(raw).root.body, "base64").bytes)

describe("a file of S/MIME", () => {
  test("that is cut or damaged anywhere never fails", () => {
    assert.equal(files.length, 3)
    for (const whole of files) {
      assert.equal(readCms(whole)?.kind, "signed")
      for (let length = 0; length < 60; length++) {
        readCms(whole.subarray(0, length))
        for (const value of [0, 0x7f, 0x80, 0x84, 0xff]) {
          const damaged = Buffer.from(whole)
          damaged[length] = value
          readCms(damaged)
        }
      }
    }
  })

  test("of endless nesting is not read", () => {
    const start = Buffer.from("308006092a864886f70d010702a0803080", "hex")
    assert.equal(readCms(Buffer.concat([start, Buffer.from("3080".repeat(500_000), "hex")])), undefined)
    const content = Buffer.from("0201013100308006092a864886f70d010701a080", "hex")
    assert.equal(readCms(Buffer.concat([start, content, Buffer.from("2480".repeat(500_000), "hex")])), undefined)
  })
})

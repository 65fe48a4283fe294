import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { packedRtf, tnefFile } from "../../../../test/mail/corpus/tnef-file.ts"
import { unpackRtf } from "./lzfu.ts"
import { readRtf } from "./rtf.ts"
import { readTnef } from "./tnef.ts"

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex")

describe("packed RTF", () => {
  test("is unpacked as MS-OXRTFCP shows it", () => {
    const simple = "2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0"
    assert.equal(unpackRtf(bytes(simple))?.toString(), "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n")
    const repeating = "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"
    assert.equal(unpackRtf(bytes(repeating))?.toString(), "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}")
  })

  test("that was not packed is taken as it is, and anything else is not taken", () => {
    const plain = Buffer.concat([
      bytes("1300000007000000"),
      Buffer.from("MELA"),
      Buffer.alloc(4),
      Buffer.from("{\\rtf1}"),
    ])
    assert.equal(unpackRtf(plain)?.toString(), "{\\rtf1}")
    assert.equal(unpackRtf(Buffer.alloc(20)), undefined)
    assert.equal(unpackRtf(Buffer.alloc(3)), undefined)
  })

  test("takes no memory for a size that lies", () => {
    const lying = packedRtf("{\\rtf1 x}")
    lying.writeUInt32LE(0xffffffff, 4)
    assert.equal(unpackRtf(lying)?.toString(), "{\\rtf1 x}")
    for (let length = 16; length < lying.length; length++)
      assert.ok("{\\rtf1 x}".startsWith(unpackRtf(lying.subarray(0, length))?.toString() ?? "-"))
  })
})

describe("RTF", () => {
  const textOf = (rtf: string) => readRtf(Buffer.from(rtf, "latin1"))?.text

  test("leaves pictures in bytes out, whatever is in them", () => {
    assert.equal(textOf("{\\rtf1 a{\\pict\\bin6 }}{{\\x}b}"), "ab")
    assert.equal(textOf("{\\rtf1 a\\bin999999999 b}"), "a")
  })

  test("reads letters beyond the system's, and leaves out what stands in for them", () => {
    assert.equal(textOf("{\\rtf1\\uc2 \\u8364 EU5 \\uc1\\u-10179?\\u-8704\\'3f!}"), "€5 😀!")
  })

  test("reads what ends too early or closes too often", () => {
    assert.equal(textOf("{\\rtf1 a{b{c"), "abc")
    assert.equal(textOf("{\\rtf1 a}}}b"), "ab")
    assert.equal(textOf("{\\rtf1 a\\"), "a")
    assert.equal(textOf("not rtf"), undefined)
  })

  test("takes linear time for groups and words without end", () => {
    for (const unit of ["{", "\\", "{\\*\\htmltag", "\\u8364?", "\\'e4", "{\\fonttbl", "\\f0"]) {
      const read = textOf(`{\\rtf1 ${unit.repeat(100_000)}`)
      assert.ok(read !== undefined, unit)
    }
  })
})

describe("a winmail.dat", () => {
  const whole = tnefFile({
    properties: [
      [0x0037, "Printer"],
      [0x1009, packedRtf("{\\rtf1 words}")],
    ],
    files: [{ title: "a.txt", contents: "1", properties: [[0x3707, "long.txt"]] }],
  })

  test("that is cut or damaged anywhere gives what is left, and never fails", () => {
    for (let length = 0; length < whole.length; length++) {
      readTnef(whole.subarray(0, length))
      for (const value of [0, 0x7f, 0xff]) {
        const damaged = Buffer.from(whole)
        damaged[length] = value
        readTnef(damaged)
      }
    }
    const cut = readTnef(whole.subarray(0, whole.length - 4))
    assert.equal(cut?.subject, "Printer")
    assert.equal(cut?.body?.text, "words")
  })

  test("within itself is opened three times", () => {
    let message = tnefFile({ properties: [[0x1000, "innermost"]] })
    for (let depth = 0; depth < 50; depth++)
      message = tnefFile({
        files: [
          {
            properties: [
              [0x3705, 5],
              [0x3701, { message }],
            ],
          },
        ],
      })
    assert.equal(readTnef(message)?.files.length, 4)
  })

  test("reads values of properties with names and of several values", () => {
    const named = Buffer.concat([
      bytes("03000000"),
      bytes("1f000180"),
      Buffer.alloc(16),
      bytes("01000000 04000000 41000000"),
      bytes("01000000 02000000 42000000"),
      bytes("02100130 02000000 0100 0000 0200 0000"),
      bytes("1e003700 01000000 03000000 4f6b0000"),
    ])
    const record = Buffer.concat([bytes("01 03900600"), Buffer.of(named.length, 0, 0, 0), named, Buffer.alloc(2)])
    const file = Buffer.concat([tnefFile({ records: [[0x0002800c, Buffer.from("x")]] }), record])
    assert.equal(readTnef(file)?.subject, "Ok")
  })
})

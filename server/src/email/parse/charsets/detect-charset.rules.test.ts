import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { encodeIn } from "../../../../test/mail/corpus/encode.ts"
import { rawSubjects } from "../../../../test/mail/corpus/raw-subjects.ts"
import { decodeCharset } from "./charsets.ts"
import { detectCharset } from "./detect-charset.ts"

const subjects = Object.entries(rawSubjects).flatMap(([charset, texts]) => texts.map((text) => ({ charset, text })))
const misread = subjects.filter(({ charset, text }) => decodeCharset(encodeIn(charset, text), undefined).text !== text)

describe("detecting the character set of short texts", () => {
  test("reads 97 of 100 subjects of old programs", () => {
    assert.ok(subjects.length > 300, `${subjects.length}`)
    assert.ok(misread.length <= subjects.length * 0.03, JSON.stringify(misread))
  })

  test("never turns a text of western Europe into ideographs", () => {
    for (const text of rawSubjects["windows-1252"] ?? []) {
      const read = decodeCharset(encodeIn("windows-1252", text), undefined).text
      assert.doesNotMatch(read, /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u)
      if (text.length > 1) assert.equal(read, text)
    }
  })

  test("prefers a character set that the message names", () => {
    const bytes = encodeIn("gbk", "李娜")
    assert.equal(detectCharset(bytes), "windows-1251")
    assert.equal(detectCharset(bytes, new Set(["gbk"])), "gbk")
  })

  test("takes what is valid UTF-8 for nothing else, and reads single bytes of Latin-1 in it", () => {
    assert.equal(decodeCharset(Buffer.from("Grüße 🎉"), undefined).text, "Grüße 🎉")
    const mixed = Buffer.concat([Buffer.from("Größe für "), Buffer.from("K\xf6ln", "latin1")])
    assert.equal(decodeCharset(mixed, "utf-8").text, "Größe für Köln")
  })

  test("looks at the beginning of a long text alone, and may cut a character there", () => {
    const long = encodeIn("shift_jis", `a${"商品が届きません。".repeat(50_000)}`)
    assert.equal(detectCharset(long), "shift_jis")
  })
})

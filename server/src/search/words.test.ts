import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import pg from "pg"
import { runs } from "../../test/property.ts"
import { plainText } from "./plain-text.ts"
import { tsvectorLiteral, wordsOf } from "./words.ts"

describe("PostgreSQL accepts every literal", () => {
  const client = new pg.Client({ connectionString: process.env["TEST_DATABASE_URL"] })
  before(() => client.connect())
  after(() => client.end())

  const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })
  const awkward = fc.constantFrom("'", "\\", ":", " ", "''", "\\'", "a:1A", "&", "<b>", "\0", "東京", "é", "\ud800")
  const texts = fc.oneof(
    anyText,
    fc.array(awkward).map((parts) => parts.join("")),
    fc.string({ unit: "binary" }),
  )

  test("of any text", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(texts), async (body, addresses) => {
        const words = wordsOf(plainText(body))
        const literal = tsvectorLiteral([
          { label: "D", words },
          { label: "B", words: addresses },
        ])
        const { rows } = await client.query("select tsvector_to_array($1::tsvector) as lexemes", [literal])
        const stored = addresses
          .map((address) => address.replace(/\p{Cs}|\0/gu, ""))
          .filter((address) => address !== "")
        assert.deepEqual(new Set(rows[0].lexemes), new Set([...words, ...stored]))
      }),
      { numRuns: runs(30) },
    )
  })

  test("of giants, and the addresses stay", async () => {
    const distinct = Array.from({ length: 60_000 }, (_, index) => `${index}${"é".repeat(59)}`)
    for (const words of [distinct, wordsOf(distinct.join(" ")), wordsOf("a ".repeat(60_000)), ["x".repeat(5000)]]) {
      const literal = tsvectorLiteral([
        { label: "D", words },
        { label: "B", words: ["me@example.com"] },
      ])
      const { rows } = await client.query("select $1::tsvector @@ $2::tsquery as found", [
        literal,
        "'me@example.com':B",
      ])
      assert.equal(rows[0].found, true)
    }
  })

  test("and phrases are found in it", async () => {
    const literal = tsvectorLiteral([{ label: "D", words: wordsOf("Where is my order? 東京都") }])
    const found = async (query: string) =>
      (await client.query("select $1::tsvector @@ $2::tsquery as found", [literal, query])).rows[0].found
    assert.equal(await found("my <-> order"), true)
    assert.equal(await found("order <-> my"), false)
    assert.equal(await found("東京 <-> 京都"), true)
  })
})

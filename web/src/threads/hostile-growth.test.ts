import assert from "node:assert/strict"
import { test } from "node:test"
import type { SignedIn } from "@deskhand/sdk/client"
import fc from "fast-check"
import { htmlOf } from "../composer/html.ts"
import { objectionsTo } from "../composer/objections.ts"
import { fillIn } from "../composer/saved-replies.ts"
import { isExcessive, wordsOf } from "./weight.ts"

/** Pieces that parsers of HTML, entities, addresses and placeholders begin to read and may not finish. */
const pieces = [
  ...["<", "</", "<a", "<a ", "<a b='", '<a b="', "<!--", "-->", "<!", "<?", ">", "/>", "=", '"', "'"],
  ...["<b>", "</b>", "<font size=1>", "<p>", "</p>", "<div>", "</div>", "<blockquote>", "</blockquote>", "<br>"],
  ...["<table><tr><td>", "</td>", "</table>", "<style>", "</style>", "<textarea>", "<x y=z>"],
  ...["&amp;", "&", "&#", "&#x41;", "&lt", ";", "x", " ", "\n", "\t", "\u0301", "http://", ".", "attach"],
  ...["{%", "%}", "{%a", ",fallback=", "%", "{%a%}"],
]
const piece = fc.constantFrom(...pieces)
const start = fc.array(piece, { maxLength: 3 }).map((parts) => parts.join(""))
const repeated = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""))
const body = fc.tuple(start, repeated, start)
type Body = [start: string, repeated: string, end: string]

const filling = {
  conversation: { mailboxId: 1, subject: "", primaryCustomer: { first: "Ada" } },
  me: { firstName: "Grace", lastName: "Hopper", email: "grace@desk.example" } as SignedIn["user"],
}

const functions: Record<string, { take: (html: string) => unknown; examples: Body[] }> = {
  isExcessive: { take: isExcessive, examples: [["<a b='", "<", ""]] },
  wordsOf: { take: (html) => wordsOf(html), examples: [["", "<", ""]] },
  objectionsTo: {
    take: (html) => objectionsTo({ html, files: 0, strangers: 0 }),
    examples: [
      ["", "<", ""],
      ["", "<blockquote>", ""],
    ],
  },
  fillIn: {
    take: (html) => fillIn(html, filling),
    examples: [
      ["{%a", " ", ""],
      ["{%a,fallback=", " ", ""],
    ],
  },
  htmlOf: { take: htmlOf, examples: [["", "\n ", "x"]] },
}

const step = 4

/** The CPU time of one call in microseconds, without what others on the machine take from it. */
function costOf(take: (html: string) => unknown, html: string): number {
  const costs = [1, 2, 3].map(() => {
    const begun = process.cpuUsage()
    take(html)
    return process.cpuUsage(begun).user
  })
  return Math.min(...costs)
}

for (const [name, { take, examples }] of Object.entries(functions))
  test(`${name} takes time in proportion to the length of a body, whatever is in it`, () => {
    fc.assert(
      fc.property(body, ([start, repeated, end]) => {
        let before = 0
        for (let length = 4_000; length <= 64_000; length *= step) {
          const cost = costOf(take, start + repeated.repeat(length / repeated.length) + end)
          // Four times the length takes four times as long if growth is linear, and sixteen times if it is quadratic.
          assert.ok(cost <= 2 * step * Math.max(before, 5_000), `${cost} µs for ${length} characters, ${before} before`)
          before = cost
        }
      }),
      { numRuns: 60, examples: examples.map((example): [Body] => [example]) },
    )
  })

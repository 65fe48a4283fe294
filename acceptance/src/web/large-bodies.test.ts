import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import type { Page } from "playwright-core"
import { type BodyFunction, bodyFunctions, openBodyPage, repeated, slowBodies } from "./body-page.ts"

let page: Page
before(async () => {
  page = await openBodyPage()
})
after(() => page?.close())

/** Nearly as many as the application still takes for markup with most of these bodies. */
const length = 240_000

describe("a body of a quarter of a million characters is shown, pasted and edited", () => {
  for (const [name, bodyOf] of Object.entries(slowBodies))
    test(name, async () => {
      const done = await page.evaluate(`((html) => {
        const done = ${JSON.stringify(bodyFunctions)}.filter((name) => {
          functions[name](html)
          return true
        })
        document.body.replaceChildren()
        return done
      })(${JSON.stringify(bodyOf(length))})`)
      assert.deepEqual(done, bodyFunctions)
    })
})

/** Times depend on the machine: `npm run explore` compares them, `npm test` does not. */
const isExploring = Number(process.env["DESKHAND_TEST_RUNS_FACTOR"] ?? 1) > 1

if (isExploring)
  describe("a body takes time in proportion to its length", () => {
    for (const work of bodyFunctions)
      test(work, async () => {
        for (const bodyOf of Object.values(slowBodies)) await checkGrowth(work, bodyOf)
        const drawn = fc.asyncProperty(pieces, pieces, (start, unit) =>
          checkGrowth(work, (length) => start + repeated(unit)(length)),
        )
        await fc.assert(drawn, { numRuns: 15 })
      })
  })

const piece = fc.constantFrom(
  ...["<", "<a b='", '<a b="', "<!--", "-->", "<b>", "</b>", "<font size=1>", "<p>", "</p>", "<div>", "</div>"],
  ...["<blockquote>", "</blockquote>", "<table><tr><td>", "</table>", "<li>", "<ul>", "<style>", "</style>"],
  ...["<svg>", "<math>", "<select>", "<x>", "</x>", "&amp;", "&#", "x", " ", "\n", "http://a.example", ".", "<br>"],
)
const pieces = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""))

/** Four times the length may take eight times as long: quadratic growth takes sixteen. */
async function checkGrowth(work: BodyFunction, bodyOf: (length: number) => string): Promise<void> {
  let before = 0
  for (const size of [length / 16, length / 4, length]) {
    const cost = await costOf(work, bodyOf(size))
    const most = 8 * Math.max(before, 200)
    assert.ok(cost <= most, `${work} took ${cost} ms for ${size} characters, and ${before} ms for a quarter of them`)
    before = cost
  }
}

/** The shortest of some calls: other work on the machine only lengthens one. */
function costOf(work: BodyFunction, html: string): Promise<number> {
  return page.evaluate(`((html) => {
    const costs = [1, 2, 3].map(() => {
      const begun = performance.now()
      window.functions.${work}(html)
      return performance.now() - begun
    })
    document.body.replaceChildren()
    return Math.min(...costs)
  })(${JSON.stringify(html)})`)
}

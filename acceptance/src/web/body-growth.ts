/**
 * Measures whether the time that a message body takes grows in proportion to its length, for the bodies that are known
 * to be hard and for drawn ones: `node acceptance/src/web/body-growth.ts [RUNS]`. It compares times, so it is no test.
 */
import assert from "node:assert/strict"
import fc from "fast-check"
import type { Page } from "playwright-core"
import { type BodyFunction, bodyFunctions, openBodyPage, repeated, slowBodies } from "./body-page.ts"

/** The shortest of some calls: other work on the machine only lengthens one. */
function costOf(page: Page, work: BodyFunction, html: string): Promise<number> {
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

const lengths = [15_000, 60_000, 240_000]

/** Four times the length may take eight times as long: quadratic growth takes sixteen. */
async function checkGrowth(page: Page, work: BodyFunction, bodyOf: (length: number) => string): Promise<void> {
  let before = 0
  for (const length of lengths) {
    const cost = await costOf(page, work, bodyOf(length))
    const most = 8 * Math.max(before, 200)
    assert.ok(cost <= most, `${work} took ${cost} ms for ${length} characters, and ${before} ms for a quarter of them`)
    before = cost
  }
}

const piece = fc.constantFrom(
  ...["<", "<a b='", '<a b="', "<!--", "-->", "<b>", "</b>", "<font size=1>", "<p>", "</p>", "<div>", "</div>"],
  ...["<blockquote>", "</blockquote>", "<table><tr><td>", "</table>", "<li>", "<ul>", "<style>", "</style>"],
  ...["<svg>", "<math>", "<select>", "<x>", "</x>", "&amp;", "&#", "x", " ", "\n", "http://a.example", ".", "<br>"],
)
const pieces = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""))

const numRuns = Number(process.argv[2] ?? 15)
const page = await openBodyPage()
for (const work of bodyFunctions) {
  for (const bodyOf of Object.values(slowBodies)) await checkGrowth(page, work, bodyOf)
  await fc.assert(
    fc.asyncProperty(pieces, pieces, (start, unit) =>
      checkGrowth(page, work, (length) => start + repeated(unit)(length)),
    ),
    { numRuns },
  )
  console.log(`To ${work} a body takes time in proportion to its length.`)
}
process.exit()

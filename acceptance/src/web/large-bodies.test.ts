import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Page } from "playwright-core"
import { bodyFunctions, openBodyPage, slowBodies } from "./body-page.ts"

let page: Page
before(async () => {
  page = await openBodyPage()
})
after(() => page?.close())

/** Quadratic work on so many characters takes longer than a test waits. `body-growth.ts` measures how time grows. */
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

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/**
 * Everybody can use what is on the screen, and it fits. Looking takes most of the time of such tests: where the rest of
 * the page was looked at before, only at the part that is new.
 */
export async function assertSound(page: Page, name: string, part?: string): Promise<void> {
  assert.deepEqual(await violations(page, part), [], name)
  assert.ok((await overflow(page)) <= 0, `${name} is too wide`)
}

async function violations(page: Page, part: string | undefined): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  // What is in the frames of messages is written by strangers, and of rows that are all alike a few are enough.
  const where = { exclude: ["li[aria-posinset]:nth-of-type(n + 5)"], ...(part !== undefined && { include: [part] }) }
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify(where)}, { iframes: false, resultTypes: ["violations"] })`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Nothing is cut off or has to be scrolled to from side to side. */
async function overflow(page: Page): Promise<number> {
  return (await page.evaluate("document.scrollingElement.scrollWidth - innerWidth")) as number
}

// The tool that looks for mistakes writes markup, which the policy of the page refuses.
export const looked = { bypassCSP: true } as const

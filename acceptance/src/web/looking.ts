import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  // What is in the frames of messages is written by strangers, and of rows that are all alike a few are enough.
  const found = (await page.evaluate(
    `axe.run({ exclude: ["li[aria-posinset]:nth-of-type(n + 5)"] }, { iframes: false, resultTypes: ["violations"] })`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Nothing is cut off or has to be scrolled to from side to side. */
export async function overflow(page: Page): Promise<number> {
  return (await page.evaluate("document.scrollingElement.scrollWidth - innerWidth")) as number
}

// The tool that looks for mistakes writes markup, which the policy of the page refuses.
export const looked = { bypassCSP: true, reducedMotion: "reduce" } as const

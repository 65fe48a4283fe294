import type { Locator, Page } from "playwright-core"
import { until } from "../until.ts"

/** To an address of the desk: as a link would where the application is there already, which takes a tenth of loading it. */
export async function goTo(page: Page, url: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(url)
  else await page.evaluate(`history.pushState({}, "", ${JSON.stringify(url)})`)
}

/** Waits for a row that has come to the open list: the list keeps its order until it is refreshed. */
export async function showRow(page: Page, row: Locator): Promise<void> {
  const show = page.getByRole("button", { name: /new conversations? · Show$/ })
  await until(async () => {
    if (await row.isVisible()) return true
    // It goes when the list has been refreshed.
    if (await show.isVisible()) await show.click({ timeout: 1_000 }).catch(() => {})
    return false
  })
}

/**
 * Waits until single-letter shortcuts act: they do nothing for 500 ms after the application has moved the focus. Wait first
 * for what moves it, such as a dialog that closes after it was saved.
 */
export async function untilLettersAct(page: Page): Promise<void> {
  await until(() => areLettersActing(page))
}

export function areLettersActing(page: Page): Promise<boolean> {
  return page.evaluate<boolean>("performance.now() >= Number(document.documentElement.dataset.quietUntil ?? 0)")
}

/** Presses a single-letter shortcut, or the keys of a sequence such as g then i, once letters act. */
export async function pressLetter(page: Page, ...keys: string[]): Promise<void> {
  await untilLettersAct(page)
  // All at once: the second key of a sequence counts only for 1.2 s, in which a busy machine may not answer the first.
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}

import type { Page } from "playwright-core"
import { until } from "../until.ts"

/** To an address of the desk: as a link would where the application is there already, which takes a tenth of loading it. */
export async function goTo(page: Page, url: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(url)
  else await page.evaluate(`history.pushState({}, "", ${JSON.stringify(url)})`)
}

/**
 * Waits until single-letter shortcuts act: they do nothing for 500 ms after the application has moved the focus. Wait first
 * for what moves it, such as a dialog that closes after it was saved.
 */
export async function untilLettersAct(page: Page): Promise<void> {
  const act = "performance.now() >= Number(document.documentElement.dataset.quietUntil ?? 0)"
  await until(() => page.evaluate<boolean>(act))
}

/** Presses a single-letter shortcut, or the keys of a sequence such as g then i, once letters act. */
export async function pressLetter(page: Page, ...keys: string[]): Promise<void> {
  await untilLettersAct(page)
  for (const key of keys) await page.keyboard.press(key)
}

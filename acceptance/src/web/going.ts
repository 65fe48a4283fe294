import type { Page } from "playwright-core"

/** To an address of the desk: as a link would where the application is there already, which takes a tenth of loading it. */
export async function goTo(page: Page, url: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(url)
  else await page.evaluate(`history.pushState({}, "", ${JSON.stringify(url)})`)
}

/** Letters act again half a second after the page moved the focus by itself, as when a dialog closes after it was saved. */
export function untilLettersAct(page: Page): Promise<void> {
  return page.waitForTimeout(600)
}

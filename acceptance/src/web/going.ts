import type { Page } from "playwright-core"

/** To an address of the desk: as a link would where the application is there already, which takes a tenth of loading it. */
export async function goTo(page: Page, url: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(url)
  else await page.evaluate(`history.pushState({}, "", ${JSON.stringify(url)})`)
}

/** Longer than letters do nothing after the page moved the focus by itself, as when a dialog closes after it was saved. */
const quietMs = 550

/** Waits until the focus has stayed where it is for so long, by the clock of the page, that letters act again. */
export async function untilLettersAct(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let timer
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const kind of kinds) document.removeEventListener(kind, restart)
        resolve()
      }, ${quietMs})
    }
    const kinds = ["focusin", "focusout"]
    for (const kind of kinds) document.addEventListener(kind, restart)
    restart()
  })`)
}

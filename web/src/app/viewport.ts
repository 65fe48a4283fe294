/** Less than this is what a keyboard on the screen leaves of a phone. */
const lowPx = 520

/**
 * Tells styles how much of the window a keyboard on the screen leaves: `--viewport-height` while one covers a part of it,
 * and `data-low` while there is room for little more than what somebody writes.
 */
export function followViewport(): void {
  const { visualViewport } = window
  if (!visualViewport) return
  const root = document.documentElement
  const fit = () => {
    const { height, scale } = visualViewport
    // Who zooms in sees less, too.
    const isCovered = scale === 1 && window.innerHeight - height > 1
    root.toggleAttribute("data-low", scale === 1 && height < lowPx)
    if (isCovered) root.style.setProperty("--viewport-height", `${height}px`)
    else root.style.removeProperty("--viewport-height")
    // Browsers scroll the page to what has the focus, although it is where it can be seen.
    if (isCovered) window.scrollTo(0, 0)
  }
  visualViewport.addEventListener("resize", fit)
  fit()
}

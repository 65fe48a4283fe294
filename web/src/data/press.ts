/** Longer than anybody presses to click. If a release was missed, nothing waits longer for it. */
const longestPressMs = 10_000
/** The click of a finger comes in a later task than its release, once the browser knows that it was a tap. */
const tapMs = 300

let isPressed = false
let timer: ReturnType<typeof setTimeout> | undefined
const beforeHandlers: (() => void)[] = []
const afterHandlers: (() => void)[] = []

/**
 * Runs work that may change the layout: at once, or after the click if a mouse button or finger is down. A target that
 * moves between press and release loses the click.
 */
export function afterPress(work: () => void): void {
  if (isPressed) afterHandlers.push(work)
  else work()
}

/** The same, but before the handlers of the click, which may need what the work stores. */
export function beforeClick(work: () => void): void {
  if (isPressed) beforeHandlers.push(work)
  else work()
}

/** For the page, and for each frame in it, whose presses the page does not see. */
export function followPresses(target: Document): () => void {
  const ending = new AbortController()
  const listen = (types: string, listener: (event: PointerEvent) => void) => {
    for (const type of types.split(" "))
      target.addEventListener(type, listener as EventListener, { capture: true, signal: ending.signal })
  }
  listen("pointerdown mousedown", ({ button }) => button === 0 && begin())
  // The target of the click is known by then.
  listen("click", () => {
    runAll(beforeHandlers)
    if (isPressed) endIn(0)
  })
  // The click of a mouse comes in the same task as the release.
  listen("pointerup", ({ pointerType }) => endIn(pointerType === "touch" ? tapMs : 0))
  listen("pointercancel mouseup contextmenu", () => endIn(0))
  listen("pointermove", ({ buttons }) => buttons === 0 && end())
  return () => ending.abort()
}

function begin(): void {
  isPressed = true
  endIn(longestPressMs)
}

function endIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(end, ms)
}

function end(): void {
  if (!isPressed) return
  clearTimeout(timer)
  isPressed = false
  runAll(beforeHandlers)
  runAll(afterHandlers)
}

function runAll(queue: (() => void)[]): void {
  for (const work of queue.splice(0)) work()
}

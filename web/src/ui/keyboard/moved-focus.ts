import { type RefObject, useLayoutEffect } from "react"
import { FocusGuard } from "./focus-guard.ts"

const channel = new MessageChannel()
const waiting: (() => void)[] = []
channel.port1.onmessage = () => waiting.shift()?.()

/** The one of this page. Whatever moves the focus without a key or click at that moment goes through here. */
export const focusGuard = new FocusGuard({
  now: () => performance.now(),
  afterTask(call) {
    waiting.push(call)
    channel.port2.postMessage(undefined)
  },
  // For tests and scripts, which wait for this time before they press a letter.
  publish(quietUntil) {
    document.documentElement.dataset["quietUntil"] = String(quietUntil)
  },
})

/** Tells the guard of what people do in a page or in a frame of it. */
export function watchActs(target: Document): () => void {
  const ending = new AbortController()
  for (const kind of ["keydown", "keypress", "pointerdown", "pointerup", "click", "submit"])
    target.addEventListener(kind, () => focusGuard.userActs(), { capture: true, signal: ending.signal })
  target.addEventListener("pointerdown", () => focusGuard.userPoints(), { capture: true, signal: ending.signal })
  return () => ending.abort()
}

export function moveFocus(target: { focus(): void } | null | undefined): void {
  if (!target) return
  target.focus()
  focusGuard.moved()
}

/** For what goes away by itself: where it has the focus then, the application has taken that. */
export function useFocusTaken(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element?.contains(document.activeElement)) focusGuard.moved()
    }
  }, [place])
}

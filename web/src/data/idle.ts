/** For browsers that do not say when they are idle. */
const soonMs = 1_000

/** Does something in advance, when the browser has nothing else to do. Gives back a way to change one's mind. */
export function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, soonMs)
    return () => clearTimeout(timer)
  }
  const waiting = window.requestIdleCallback(work, { timeout: 3 * soonMs })
  return () => window.cancelIdleCallback(waiting)
}

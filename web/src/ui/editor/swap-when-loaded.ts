import { type RefObject, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { LazyPart } from "../../data/lazy-part.ts"
import { composed } from "./PlainBox.tsx"

interface SwapOptions<Parts> {
  parts: LazyPart<Parts>
  /** Gives the focus to what has come. */
  focus: () => void
}

interface Swap<Parts> {
  /** Nothing until they have been fetched. */
  parts: Parts | undefined
  /** The plain box in their place. */
  plain: RefObject<HTMLTextAreaElement | null>
}

/** From the plain box to what takes its place: in one step, between two keys. */
export function useSwapWhenLoaded<Parts>(
  { parts: { now, load }, focus }: SwapOptions<Parts>,
  active: boolean,
): Swap<Parts> {
  const [parts, setParts] = useState(now)
  const plain = useRef<HTMLTextAreaElement>(null)
  const doing = useRef({ load, focus })
  doing.current = { load, focus }
  useEffect(() => {
    if (parts !== undefined || !active) return
    let isHere = true
    doing.current.load().then(
      async (found) => {
        await composed(plain.current)
        await dialogsClosed(plain.current)
        if (!isHere) return
        const hadFocus = plain.current !== null && document.activeElement === plain.current
        flushSync(() => setParts(() => found))
        if (hadFocus) doing.current.focus()
      },
      // The plain box stays, and writes too.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [parts, active])
  return { parts, plain }
}

/** A dialog in front of it gives the focus back to what had it, which must still be there. */
async function dialogsClosed(box: HTMLElement | null): Promise<void> {
  const isInFront = (dialog: Element) => !dialog.contains(box)
  while ([...document.querySelectorAll("dialog[open]")].some(isInFront))
    await new Promise((resolve) => document.addEventListener("close", resolve, { once: true, capture: true }))
}

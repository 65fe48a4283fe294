import { useRef } from "react"

/**
 * For a menu that a key opens from anywhere: when it closes, the focus goes back to where it was, and not to the button of
 * the menu, which may be far from there. A press elsewhere that closes it has moved the focus, which stays there: another
 * menu that the press has opened would close without it.
 */
export function useReturnedFocus(open: boolean): (event: Event) => void {
  const place = useRef<Element | null>(null)
  const wasOpen = useRef(false)
  // Read before the menu takes the focus, which it does once it is drawn.
  if (open && !wasOpen.current) place.current = document.activeElement
  wasOpen.current = open
  return (event) => {
    const before = place.current
    if (!before?.isConnected) return
    event.preventDefault()
    if (document.activeElement !== document.body) return
    if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  }
}

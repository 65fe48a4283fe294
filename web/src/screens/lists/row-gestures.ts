import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react"

/** A finger that moves less still rests. */
const restPx = 10
/** As far as a row is moved before letting go does something. */
const farPx = 88
/** Usual on phones. */
const longPressMs = 500

export interface RowSwipe {
  side: "left" | "right"
  /** Letting go now does what the row says. */
  isFar: boolean
}

interface RowGestureOptions {
  /** Called with the side to which a finger has moved the row; without it rows cannot be moved. */
  onSwipe: ((side: RowSwipe["side"]) => void) | undefined
  onLongPress: () => void
}

interface Press {
  x: number
  y: number
  isSwipe: boolean
  timer: ReturnType<typeof setTimeout>
}

/**
 * What fingers do with a row besides tapping: moving it to a side, and resting on it. Mice have buttons for both. A
 * vertical move is a scroll, which the browser takes over.
 */
export function useRowGestures({ onSwipe, onLongPress }: RowGestureOptions) {
  const [swipe, setSwipe] = useState<RowSwipe>()
  const press = useRef<Press>(undefined)
  const isTouch = useRef(false)
  const swallowsClick = useRef(false)
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    clearTimeout(press.current?.timer)
    press.current = undefined
    currentTarget.style.removeProperty("--swipe")
    setSwipe(undefined)
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isTouch.current = event.pointerType === "touch"
      swallowsClick.current = false
      if (!isTouch.current || !event.isPrimary) return
      const timer = setTimeout(() => {
        press.current = undefined
        swallowsClick.current = true
        onLongPress()
      }, longPressMs)
      press.current = { x: event.clientX, y: event.clientY, isSwipe: false, timer }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const at = press.current
      if (!at) return
      const [x, y] = [event.clientX - at.x, event.clientY - at.y]
      if (!at.isSwipe && Math.hypot(x, y) < restPx) return
      if (!at.isSwipe && (!onSwipe || Math.abs(x) < 2 * Math.abs(y))) return end(event)
      if (!at.isSwipe) {
        clearTimeout(at.timer)
        at.isSwipe = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      event.currentTarget.style.setProperty("--swipe", `${x}px`)
      const next: RowSwipe = { side: x < 0 ? "left" : "right", isFar: Math.abs(x) >= farPx }
      setSwipe((before) => (before?.side === next.side && before.isFar === next.isFar ? before : next))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const at = press.current
      if (!at) return
      end(event)
      if (!at.isSwipe) return
      swallowsClick.current = true
      const x = event.clientX - at.x
      if (Math.abs(x) >= farPx) onSwipe?.(x < 0 ? "left" : "right")
    },
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!swallowsClick.current) return
      swallowsClick.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu(event: MouseEvent) {
      if (isTouch.current) event.preventDefault()
    },
  }
  return { swipe, handlers, isTouched: () => isTouch.current }
}

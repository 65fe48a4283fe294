import { type KeyboardEvent, type PointerEvent, useCallback } from "react"
import { createPersistentStore, useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import styles from "./InboxScreen.module.css"

const narrowest = 300
const widest = 520

const kept = createPersistentStore<number>("list-width", {
  first: 372,
  isValid: (found) => typeof found === "number" && found >= narrowest && found <= widest,
})

export function useListWidth(): [number, (width: number) => void] {
  const set = useCallback((width: number) => kept.set(Math.round(Math.min(widest, Math.max(narrowest, width)))), [])
  return [useStore(kept), set]
}

/** The line between list and conversation, to be dragged or moved by arrows. */
export function ListWidth({ width, onChange }: { width: number; onChange: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget
    // In a narrow window the list is narrower than somebody has made it.
    const from = event.clientX - (handle.previousElementSibling?.getBoundingClientRect().width ?? width)
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onChange(moved.clientX - from)
    handle.addEventListener("pointermove", move)
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true })
  }
  const step = (event: KeyboardEvent) => {
    const by: Record<string, number> = { ArrowLeft: -16, ArrowRight: 16 }
    if (by[event.key] === undefined) return
    event.preventDefault()
    onChange(width + (by[event.key] ?? 0))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved, and this one can
    <div
      className={styles["handle"]}
      role="separator"
      aria-orientation="vertical"
      aria-label={text("pane.resize")}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={step}
    />
  )
}

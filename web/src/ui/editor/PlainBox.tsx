import type { Ref } from "react"
import styles from "./WritingBox.module.css"

interface PlainBoxProps {
  handle: Ref<HTMLTextAreaElement>
  label: string
  placeholder: string
  typed: string
  onType: (typed: string) => void
  /** Says whether a key has been taken care of. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Stands where the editor will be, until that has been fetched. */
export function PlainBox({ handle, label, placeholder, typed, onType, onKey }: PlainBoxProps) {
  return (
    <div className={styles["box"]}>
      <textarea
        ref={handle}
        className={styles["plain"]}
        value={typed}
        rows={4}
        aria-label={label}
        placeholder={placeholder}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ nativeEvent }) => {
          if (onKey(nativeEvent)) nativeEvent.preventDefault()
        }}
      />
    </div>
  )
}

const composing = new WeakSet<EventTarget>()
document.addEventListener("compositionstart", ({ target }) => target && composing.add(target))
document.addEventListener("compositionend", ({ target }) => target && composing.delete(target))

/** A letter that is made of several keys is not torn apart. */
export async function composed(box: HTMLTextAreaElement | null): Promise<void> {
  if (box === null || !composing.has(box)) return
  await new Promise((resolve) => box.addEventListener("compositionend", resolve, { once: true }))
}

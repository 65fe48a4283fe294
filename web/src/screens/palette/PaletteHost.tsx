import { type RefObject, useEffect, useRef, useState } from "react"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import styles from "./Palette.module.css"
import type { PaletteProps } from "./Palette.tsx"
import { PaletteLine } from "./PaletteLine.tsx"

const Palette = lazyComponent(async () => (await import("./Palette.tsx")).Palette, Line)

/** Opens the list of everything there is to do. It is fetched in advance, so that it opens at once. */
export function PaletteHost() {
  /** How often it was opened since it was last closed; 0 while it is closed. */
  const [opened, setOpened] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  useShortcut("palette", () => {
    if (dialog.current?.open) dialog.current.close()
    // The browser sends the close event later than keys that are already pressed: a new dialog replaces a closing one.
    else setOpened(opened + 1)
  })
  useEffect(Palette.prepare, [])
  return opened > 0 ? <PaletteDialog key={opened} dialog={dialog} onClose={() => setOpened(0)} /> : null
}

interface PaletteDialogProps {
  dialog: RefObject<HTMLDialogElement | null>
  onClose: () => void
}

/** Stands there at once, and keeps what is typed for a list that is still on its way. */
function PaletteDialog({ dialog, onClose }: PaletteDialogProps) {
  const [typed, setTyped] = useState("")
  const [entered, setEntered] = useState(false)
  useEffect(() => dialog.current?.showModal(), [dialog])
  const type = (text: string) => {
    setTyped(text)
    setEntered(false)
  }
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={styles["palette"]}
      aria-label={text("palette.label")}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <Palette.Component
        typed={typed}
        entered={entered}
        onType={type}
        onEnter={() => setEntered(true)}
        onClose={close}
      />
    </dialog>
  )
}

/** Until the list is there. */
function Line({ typed, onType, onEnter }: PaletteProps) {
  return (
    <PaletteLine
      value={typed}
      placeholder={text("palette.placeholder")}
      aria-label={text("palette.label")}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={({ key, nativeEvent }) => key === "Enter" && !nativeEvent.isComposing && onEnter()}
    />
  )
}

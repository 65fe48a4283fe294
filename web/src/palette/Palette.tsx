import { ChevronRight, Command } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { createKeptList } from "../desk/kept-list.ts"
import { text } from "../messages/text.ts"
import { Keys } from "../parts/Keys.tsx"
import { useMe } from "../session/session.ts"
import type { Entry, Group, PalettePage } from "./entry.ts"
import { useGroups } from "./groups.ts"
import { readTyped, signs } from "./match.ts"
import styles from "./Palette.module.css"
import { PaletteRows } from "./PaletteRows.tsx"

/** What somebody has chosen lately, which comes first the next time. */
const lately = createKeptList("palette", 60)

/** Everything there is to do and to open, by typing. Pages follow where something has to be chosen. */
export function Palette({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState("")
  const [pages, setPages] = useState<readonly PalettePage[]>([])
  const [at, setAt] = useState(0)
  const [used] = useState(() => lately.read(me.id))
  const id = useId()
  const page = pages.at(-1)
  const everything = useGroups(page ? "" : typed, used)
  const groups: readonly Group[] = page ? [{ title: page.title, entries: page.entries(typed) }] : everything
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(at, entries.length - 1)
  const { kind } = readTyped(typed)
  useEffect(() => dialog.current?.showModal(), [])

  const turn = (next: readonly PalettePage[]) => {
    setPages(next)
    setTyped("")
    setAt(0)
  }
  const choose = ({ id: chosen, does }: Entry) => {
    lately.add(me.id, chosen)
    if ("page" in does) return turn([...pages, does.page])
    if (does.stays) {
      does.run()
      return turn(pages)
    }
    // First it gives back the focus, which what is done may want.
    dialog.current?.close()
    does.run()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((current + step + entries.length) % Math.max(1, entries.length))
    else if (event.key === "Enter" && entries[current]) choose(entries[current])
    else if (event.key === "Backspace" && typed === "" && page) turn(pages.slice(0, -1))
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={styles["palette"]}
      aria-label={text("palette.label")}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div className={styles["line"]}>
        <Command size={16} aria-hidden />
        {pages.map(({ title }) => (
          <span key={title} className={styles["crumb"]}>
            {title} <ChevronRight size={13} aria-hidden />
          </span>
        ))}
        <input
          value={typed}
          placeholder={text(
            page ? "palette.placeholder.page" : kind ? `palette.placeholder.${kind}` : "palette.placeholder",
          )}
          aria-label={page?.title ?? text("palette.label")}
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(current >= 0 && { "aria-activedescendant": `${id}-${current}` })}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={keys}
        />
      </div>
      <PaletteRows id={id} groups={groups} at={current} onPoint={setAt} onChoose={choose} />
      <footer className={styles["foot"]} aria-hidden>
        <Keys keys="↑+↓" /> {text("palette.move")} <Keys keys="Enter" /> {text("palette.choose")}
        {page && (
          <>
            {" "}
            <Keys keys="⌫" /> {text("palette.back")}
          </>
        )}{" "}
        <Keys keys="Escape" /> {text("palette.close")}
        <span className={styles["signs"]}>
          {signs.map(([sign, kind]) => (
            <span key={sign}>
              <Keys keys={sign} /> {text(`palette.sign.${kind}`)}
            </span>
          ))}
        </span>
      </footer>
    </dialog>
  )
}

import { ChevronRight } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useState } from "react"
import { createRecentEntries } from "../../data/recent-entries.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { Keys } from "../../ui/parts/Keys.tsx"
import type { Entry, Group, PalettePage } from "./entry.ts"
import { useGroups } from "./groups.ts"
import { readTyped, signs } from "./match.ts"
import styles from "./Palette.module.css"
import { PaletteLine } from "./PaletteLine.tsx"
import { PaletteRows } from "./PaletteRows.tsx"

export interface PaletteProps {
  typed: string
  /** Enter was pressed on what is typed, before there was anything to choose. */
  entered: boolean
  onType: (typed: string) => void
  onEnter: () => void
  onClose: () => void
}

/** What somebody has chosen lately, which comes first the next time. */
const lately = createRecentEntries("palette", 60)

/** Everything there is to do and to open, by typing. Pages follow where something has to be chosen. */
export function Palette({ typed, entered, onType, onClose }: PaletteProps) {
  const me = useMe()
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

  const turn = (next: readonly PalettePage[]) => {
    setPages(next)
    onType("")
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
    onClose()
    does.run()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was entered before it was here
  useEffect(() => {
    if (entered && entries[0]) choose(entries[0])
  }, [])
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
    <>
      <PaletteLine
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
        onChange={({ target }) => {
          onType(target.value)
          setAt(0)
        }}
        onKeyDown={keys}
      >
        {pages.map(({ title }) => (
          <span key={title} className={styles["crumb"]}>
            {title} <ChevronRight size={13} aria-hidden />
          </span>
        ))}
      </PaletteLine>
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
    </>
  )
}

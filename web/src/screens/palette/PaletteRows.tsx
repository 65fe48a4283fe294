import { Check, ChevronRight } from "lucide-react"
import { text } from "../../messages/text.ts"
import { Keys } from "../../ui/parts/Keys.tsx"
import { OptionRow } from "../../ui/parts/OptionRow.tsx"
import type { Entry, Group } from "./entry.ts"
import styles from "./Palette.module.css"

interface PaletteRowsProps {
  /** Of the box's parts: the options are `id-0`, `id-1`, … */
  id: string
  groups: readonly Group[]
  at: number
  onPoint: (at: number) => void
  onChoose: (entry: Entry) => void
}

/** The focus stays in the box, which names the current one. */
export function PaletteRows({ id, groups, at, onPoint, onChoose }: PaletteRowsProps) {
  let index = -1
  return (
    <div role="listbox" id={`${id}-list`} aria-label={text("palette.label")} className={styles["rows"]}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list of them
        <div key={title} role="group" aria-label={title}>
          {groups.length > 1 && (
            <p className={styles["heading"]} aria-hidden>
              {title}
            </p>
          )}
          {entries.map((entry) => {
            const own = ++index
            return (
              <OptionRow
                key={entry.id}
                id={`${id}-${own}`}
                size="large"
                current={own === at}
                onPoint={() => onPoint(own)}
                onPick={() => onChoose(entry)}
              >
                <span className={styles["icon"]} aria-hidden>
                  {entry.icon}
                </span>
                <span className={styles["name"]}>{entry.label}</span>
                {entry.hint && <span className={styles["hint"]}>{entry.hint}</span>}
                <span className={styles["space"]} />
                {entry.chosen && <Check size={14} className={styles["chosen"]} />}
                {entry.keys && <Keys keys={entry.keys} />}
                {"page" in entry.does && <ChevronRight size={14} className={styles["onward"]} aria-hidden />}
              </OptionRow>
            )
          })}
        </div>
      ))}
      {groups.every(({ entries }) => entries.length === 0) && <p className={styles["none"]}>{text("palette.none")}</p>}
    </div>
  )
}

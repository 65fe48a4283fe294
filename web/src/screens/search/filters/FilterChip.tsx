import { ChevronDown, X } from "lucide-react"
import { useState } from "react"
import type { FilterName } from "../../../data/search/filters.ts"
import { text } from "../../../messages/text.ts"
import { Picker } from "../../../ui/parts/Picker.tsx"
import styles from "./FilterBar.module.css"
import { flagValues } from "./filter-options.ts"
import { nameOfFilter, valueText } from "./filter-texts.ts"
import { type FilterFrame, valuePicker } from "./picker.ts"

type FilterChipProps = FilterFrame & { name: FilterName; onRemove: () => void }

/** One filter: what is set, a list to choose from, and a way to remove it. */
export function FilterChip({ name, onRemove, ...frame }: FilterChipProps) {
  const [open, setOpen] = useState(false)
  const label = nameOfFilter(name)
  const set = frame.values(name)
  const shown = set.map((value) => valueText(name, value)).join(", ")
  return (
    <span className={styles["chip"]} data-set={set.length > 0 || undefined}>
      {flagValues[name] === undefined ? (
        <Picker
          {...valuePicker(name, frame)}
          open={open}
          onOpenChange={(next) => {
            frame.onType("")
            setOpen(next)
          }}
          trigger={
            <button type="button" className={styles["value"]}>
              <span>{set.length > 0 ? text("filter.value", { name: label, value: shown }) : label}</span>
              <ChevronDown size={13} aria-hidden />
            </button>
          }
        />
      ) : (
        <span className={styles["value"]}>{label}</span>
      )}
      {set.length > 0 && (
        <button
          type="button"
          className={styles["remove"]}
          aria-label={text("filter.remove", { name: label })}
          onClick={onRemove}
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </span>
  )
}

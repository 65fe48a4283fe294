import type { ComponentProps } from "react"
import type { FilterName } from "../../../data/search/filters.ts"
import { text } from "../../../messages/text.ts"
import type { Picker } from "../../../ui/parts/Picker.tsx"
import { type FilterSources, filterOptions, takesSeveral, takesText } from "./filter-options.ts"
import { nameOfFilter } from "./filter-texts.ts"

/** What the filters of a bar share: what there is to choose from, and what is set. */
export interface FilterFrame {
  sources: FilterSources
  values: (name: FilterName) => readonly string[]
  onChoose: (name: FilterName, value: string) => void
  /** What is typed to find a value; nothing once a list is closed. */
  onType: (typed: string) => void
}

type PickerProps = ComponentProps<typeof Picker>

/** What a list of the values of one filter shows and does. */
export function valuePicker(
  name: FilterName,
  { sources, values, onChoose, onType }: FilterFrame,
): Omit<PickerProps, "trigger" | "open" | "onOpenChange"> {
  return {
    label: text("filter.choose", { name: nameOfFilter(name) }),
    several: takesSeveral(name),
    onType,
    options: (typed) => filterOptions(name, { typed, values: values(name), sources }),
    onPick: ({ key }) => onChoose(name, key),
    ...(takesText(name) && { none: text(name === "from" ? "filter.none.from" : "filter.none.text") }),
  }
}

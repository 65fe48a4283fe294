import { ListFilterPlus } from "lucide-react"
import { useState } from "react"
import type { FilterName } from "../../../data/search/filters.ts"
import { hasWords } from "../../../data/typing.ts"
import { text } from "../../../messages/text.ts"
import { IconButton } from "../../../ui/parts/Button.tsx"
import { Picker } from "../../../ui/parts/Picker.tsx"
import { filterOption, flagValues } from "./filter-options.ts"
import { type FilterFrame, valuePicker } from "./picker.ts"

type AddFilterProps = FilterFrame & { names: readonly FilterName[] }

/** A list of filters, and then of the values of the chosen one. */
export function AddFilter({ names, ...frame }: AddFilterProps) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<FilterName>()
  const change = (next: boolean) => {
    frame.onType("")
    setOpen(next)
    setChosen(undefined)
  }
  const pick = (name: FilterName) => {
    const flag = flagValues[name]
    if (flag === undefined) return setChosen(name)
    change(false)
    frame.onChoose(name, flag)
  }
  const contents =
    chosen === undefined
      ? {
          label: text("filter.add"),
          several: true,
          options: (typed: string) => names.map(filterOption).filter(({ label }) => hasWords(label, typed)),
          onPick: ({ key }: { key: string }) => pick(key as FilterName),
        }
      : valuePicker(chosen, frame)
  return (
    <Picker
      {...contents}
      open={open}
      onOpenChange={change}
      trigger={<IconButton label={text("filter.add")} icon={<ListFilterPlus size={16} />} />}
    />
  )
}

import { useNavigate } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import { searchKey } from "../../../data/lists/list-key.ts"
import { type FilterName, readFilter, writeFilter } from "../../../data/search/filters.ts"
import { text } from "../../../messages/text.ts"
import { AddFilter } from "./AddFilter.tsx"
import { DateRangeDialog } from "./DateRangeDialog.tsx"
import styles from "./FilterBar.module.css"
import { FilterChip } from "./FilterChip.tsx"
import { chosenValues, customRange, offeredFilters, quickFilters } from "./filter-options.ts"
import { useFilterSources } from "./sources.ts"

/** Narrows a search by clicking: each filter shows what the query says of it, and writes into the query. */
export function FilterBar({ query }: { query: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState("")
  const [isRangeOpen, setRangeOpen] = useState(false)
  const sources = useFilterSources(typed)
  const all = offeredFilters(sources.fields)
  const names = all.join("\n")
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say which filters there are
  const values = useMemo(() => new Map(all.map((name) => [name, readFilter(query, name)])), [query, names])
  const isSet = (name: FilterName) => (values.get(name) ?? []).length > 0
  const shown = [...all.filter(isSet), ...quickFilters.filter((name) => !isSet(name))]

  const write = (name: FilterName, next: readonly string[]) => {
    const changed = writeFilter(query, name, next)
    void navigate({ to: "/list/$list", params: { list: changed === "" ? "all" : searchKey(changed) } })
  }
  const choose = (name: FilterName, value: string) => {
    if (name === "date" && value === customRange) setRangeOpen(true)
    else write(name, chosenValues(name, values.get(name) ?? [], value))
  }
  const frame = { sources, values: (name: FilterName) => values.get(name) ?? [], onChoose: choose, onType: setTyped }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form
    <div className={styles["bar"]} role="group" aria-label={text("filter.label")}>
      <AddFilter names={all.filter((name) => !isSet(name))} {...frame} />
      <div className={styles["chips"]}>
        {shown.map((name) => (
          <FilterChip key={name} name={name} onRemove={() => write(name, [])} {...frame} />
        ))}
      </div>
      <DateRangeDialog
        open={isRangeOpen}
        onClose={() => setRangeOpen(false)}
        values={values.get("date") ?? []}
        onChange={(next) => write("date", next)}
      />
    </div>
  )
}

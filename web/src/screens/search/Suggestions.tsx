import { Clock } from "lucide-react"
import { text } from "../../messages/text.ts"
import { Keys } from "../../ui/parts/Keys.tsx"
import { OptionRow } from "../../ui/parts/OptionRow.tsx"
import styles from "./SearchBox.module.css"
import type { Suggestion } from "./suggestions.ts"

interface SuggestionsProps {
  /** Of the box's parts: the options are `id-0`, `id-1`, … */
  id: string
  suggestions: readonly Suggestion[]
  at: number
  onPoint: (at: number) => void
  onTake: (suggestion: Suggestion) => void
}

/** What the box offers. The focus stays in the box, which names the current one. */
export function Suggestions({ id, suggestions, at, onPoint, onTake }: SuggestionsProps) {
  const recent = suggestions.filter(({ kind }) => kind === "search")
  const others = suggestions.slice(recent.length)
  const option = (suggestion: Suggestion, index: number) => (
    <OptionRow
      key={suggestion.kind + suggestion.insert}
      id={`${id}-${index}`}
      size="small"
      current={index === at}
      onPoint={() => onPoint(index)}
      onPick={() => onTake(suggestion)}
    >
      {suggestion.kind === "search" && <Clock size={13} className={styles["recent"]} aria-hidden />}
      <span className={styles["label"]} data-kind={suggestion.kind}>
        {suggestion.label}
      </span>
      {suggestion.hint && <span className={styles["hint"]}>{suggestion.hint}</span>}
    </OptionRow>
  )
  return (
    <>
      <div role="listbox" id={`${id}-list`} aria-label={text("search.suggestions")} className={styles["options"]}>
        {recent.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list of them
          <div role="group" aria-label={text("search.recent")}>
            <p className={styles["heading"]} aria-hidden>
              {text("search.recent")}
            </p>
            {recent.map(option)}
          </div>
        )}
        {others.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: likewise
          <div role="group" aria-label={text("search.fields")}>
            {recent.length > 0 && (
              <p className={styles["heading"]} aria-hidden>
                {text("search.fields")}
              </p>
            )}
            {others.map((suggestion, index) => option(suggestion, recent.length + index))}
          </div>
        )}
      </div>
      <p className={styles["foot"]} aria-hidden>
        <Keys keys="Enter" /> {text("search.hint.enter")} <Keys keys="Tab" /> {text("search.hint.tab")}{" "}
        <Keys keys="↑+↓" /> {text("search.hint.arrows")}
      </p>
    </>
  )
}

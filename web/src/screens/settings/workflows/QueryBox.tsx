import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from "react"
import { afterPress } from "../../../data/press.ts"
import { tokenAt } from "../../../data/search/token.ts"
import { SearchPanel } from "../../search/SearchPanel.tsx"
import { suggestionGroup } from "../../search/suggestion-groups.tsx"
import { useSuggestionSources } from "../../search/suggestion-sources.ts"
import { completed, type Suggestion, suggestionsFor } from "../../search/suggestions.ts"
import styles from "./Workflows.module.css"

interface QueryBoxProps {
  box: RefObject<HTMLInputElement | null>
  label: string
  value: string
  wrong: boolean
  onChange: (query: string) => void
  /** What is wrong with it. */
  children: ReactNode
}

/** A box that offers fields and values while somebody writes. Arrows and Tab choose; Enter without a choice sends the form. */
export function QueryBox({ box, label, value, wrong, onChange, children }: QueryBoxProps) {
  const [caret, setCaret] = useState(value.length)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const id = useId()
  const token = open ? tokenAt(value, caret) : undefined
  const known = useSuggestionSources(open, token)
  const suggestions = token ? suggestionsFor(token, { ...known, hasViewer: false }) : []
  const group = suggestionGroup(suggestions)

  const take = (suggestion: Suggestion) => {
    if (!token || !box.current) return
    const next = completed(value, token, suggestion)
    onChange(next.query)
    setCaret(next.caret)
    setAt(-1)
    // Drawn by hand, so that the caret can be put there at once.
    box.current.value = next.query
    box.current.setSelectionRange(next.caret, next.caret)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || suggestions.length === 0) return
    const current = suggestions[at]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const places = suggestions.length + 1
    if (step !== undefined) setAt(((at + 1 + step + places) % places) - 1)
    else if (current && (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey))) take(current)
    else if (event.key === "Escape") setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        ref={box}
        id={id}
        value={value}
        role="combobox"
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-describedby={`${id}-wrong`}
        {...(wrong && { "aria-invalid": true })}
        {...(at >= 0 && { "aria-activedescendant": `${id}-${at}` })}
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        placeholder="subject:refund NOT tag:vip"
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart ?? target.value.length)
          setAt(-1)
          setOpen(true)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
        onBlur={() => afterPress(() => setOpen(false))}
        onKeyDown={keys}
      />
      <div className={styles["offered"]} hidden={suggestions.length === 0}>
        <SearchPanel
          id={id}
          groups={suggestions.length > 0 ? [group] : []}
          at={at}
          onPoint={(key) => setAt(group.options.findIndex((option) => option.key === key))}
          onTake={({ choice }) => choice.does === "complete" && take(choice.suggestion)}
        />
      </div>
      <div id={`${id}-wrong`} role="alert">
        {children}
      </div>
    </>
  )
}

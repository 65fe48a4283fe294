import { LoaderCircle, Search, X } from "lucide-react"
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react"
import { type ListKey, searchIn } from "../../data/lists/list-key.ts"
import { afterPress } from "../../data/press.ts"
import { countFound, useFound } from "../../data/search/found.ts"
import { tokenAt } from "../../data/search/token.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { keyOf } from "../../ui/keyboard/keymap.ts"
import { SearchTerms } from "../../ui/marked/Marked.tsx"
import { Keys } from "../../ui/parts/Keys.tsx"
import { FoundStatus } from "./FoundStatus.tsx"
import { useFoundGroups } from "./found-groups.tsx"
import type { PanelGroup, PanelOption } from "./panel.ts"
import type { QueryProblem } from "./problem.ts"
import { recentSearches } from "./recent.ts"
import styles from "./SearchBox.module.css"
import { SearchPanel } from "./SearchPanel.tsx"
import { allGroup, recentGroup, suggestionGroup } from "./suggestion-groups.tsx"
import { useSuggestionSources } from "./suggestion-sources.ts"
import { completed, type Suggestion, suggestionsFor } from "./suggestions.ts"
import { UnderlinedProblem } from "./UnderlinedProblem.tsx"
import { useSubmit } from "./use-submit.ts"

interface SearchBoxProps {
  /** The one that is open, where one is. */
  list: ListKey | undefined
  box: RefObject<HTMLInputElement | null>
  /** Something was found and is shown. */
  onDone: () => void
}

/** Beside what is found, more would push it off the panel. */
const mostBesideFound = 3

/**
 * Finds customers, conversations and more while somebody types, and takes the desk's query language: names and values are
 * offered, mistakes shown where they are.
 */
export function SearchBox({ list, box, onDone }: SearchBoxProps) {
  const me = useMe()
  const shown = (list && searchIn(list)) ?? ""
  const [typed, setTyped] = useState(shown)
  const [caret, setCaret] = useState(shown.length)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<QueryProblem>()
  const id = useId()
  const token = open ? tokenAt(typed, caret) : undefined
  const known = useSuggestionSources(open, token)
  const { found, isSearching, error } = useFound(open ? typed : "")
  const foundGroups = useFoundGroups(found, typed, list ?? "all")
  const recent = open && typed === "" ? recentSearches.read(me.id) : []
  const suggestions = token ? suggestionsFor(token, known, typed === "" ? {} : { most: mostBesideFound }) : []
  const isNothing = found !== undefined && !isSearching && countFound(found) === 0
  const groups = withOptions([
    recentGroup(recent),
    suggestionGroup(suggestions, recent.length === 0),
    ...foundGroups,
    ...(open && typed.trim() !== "" && !isNothing ? [allGroup(typed.trim())] : []),
  ])
  const options = groups.flatMap((group) => group.options)
  const at = options.findIndex(({ key }) => key === chosen)
  const { submit, isBusy } = useSubmit()
  useEffect(() => {
    setTyped(shown)
    setCaret(shown.length)
    setProblem(undefined)
  }, [shown])

  function write(query: string, place = query.length) {
    setTyped(query)
    setCaret(place)
    setChosen(undefined)
    setProblem(undefined)
  }
  function complete(suggestion: Suggestion) {
    if (!token || !box.current) return
    const next = completed(typed, token, suggestion)
    write(next.query, next.caret)
    // Drawn by hand, so that the caret can be put there at once.
    box.current.value = next.query
    box.current.setSelectionRange(next.caret, next.caret)
  }
  async function search(wanted: string) {
    const query = wanted.trim()
    write(query)
    if (query === "") return
    const outcome = await submit(query, () => box.current?.value === query)
    if (outcome === "shown") leave()
    else if (outcome !== "changed") setProblem(outcome)
  }
  function leave() {
    setOpen(false)
    box.current?.blur()
    onDone()
  }
  function take({ choice }: PanelOption) {
    if (choice.does === "complete") return complete(choice.suggestion)
    if (choice.does === "search") return void search(choice.query)
    write(shown)
    leave()
    choice.open()
  }

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const current = options[at]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const places = options.length + 1
    if (step !== undefined) {
      setOpen(true)
      // Past the last one and before the first one none is chosen.
      setChosen(options[((at + 1 + step + places) % places) - 1]?.key)
    } else if (event.key === "Enter") current ? take(current) : void search(typed)
    else if (event.key === "Tab" && !event.shiftKey && typed !== "" && completes(current) && suggestions[0])
      complete(current?.choice.does === "complete" ? current.choice.suggestion : suggestions[0])
    else if (event.key === "Escape") {
      if (!open) box.current?.blur()
      write(open ? typed : shown)
      setOpen(false)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className={styles["search"]} data-open={open || undefined}>
      <div className={styles["box"]}>
        <Search size={15} aria-hidden className={styles["icon"]} />
        <div className={styles["line"]}>
          {problem && <UnderlinedProblem query={typed} problem={problem} box={box} />}
          <input
            ref={box}
            type="text"
            value={typed}
            placeholder={text("search.placeholder")}
            aria-label={text("search.label")}
            aria-keyshortcuts={keyOf("search")}
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-problem`}
            {...(at >= 0 && { "aria-activedescendant": `${id}-${at}` })}
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
            onChange={({ target }) => {
              write(target.value, target.selectionStart ?? target.value.length)
              setOpen(true)
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
            onFocus={({ target }) => {
              target.select()
              afterPress(() => setOpen(true))
            }}
            onBlur={() => afterPress(() => setOpen(false))}
            onKeyDown={keys}
          />
        </div>
        {isBusy && <LoaderCircle size={15} aria-hidden className={styles["busy"]} />}
        {!open && typed === "" && list !== undefined && <Keys keys={keyOf("search")} />}
        {open && typed !== "" && (
          <button
            type="button"
            className={styles["clear"]}
            aria-label={text("search.clear")}
            onPointerDown={(event) => {
              // Before the box loses the focus.
              event.preventDefault()
              write("")
            }}
          >
            <X size={14} />
          </button>
        )}
      </div>
      <div className={styles["panel"]} hidden={!open}>
        <p id={`${id}-problem`} className={styles["problem"]} role="alert">
          {problem?.expected}
        </p>
        <SearchTerms value={found?.terms ?? noTerms}>
          <SearchPanel id={id} groups={groups} at={at} onPoint={setChosen} onTake={take}>
            {open && <FoundStatus query={typed.trim()} found={found} isSearching={isSearching} error={error} />}
          </SearchPanel>
        </SearchTerms>
      </div>
    </search>
  )
}

const noTerms: readonly string[] = []

function withOptions(groups: readonly PanelGroup[]): PanelGroup[] {
  return groups.filter(({ options }) => options.length > 0)
}

/** Tab leaves the box where something is chosen that cannot be completed. */
function completes(current: PanelOption | undefined): boolean {
  return current === undefined || current.choice.does === "complete"
}

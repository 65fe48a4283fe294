import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { LoaderCircle, Search, X } from "lucide-react"
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { type ListKey, searchIn, searchKey } from "../../data/lists/list-key.ts"
import { fetchBeginning } from "../../data/lists/pages.ts"
import { useSort } from "../../data/lists/sorts.ts"
import { afterPress } from "../../data/press.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { keyOf } from "../../ui/keyboard/keymap.ts"
import { Keys } from "../../ui/parts/Keys.tsx"
import { partsAround, problemOf, type QueryProblem } from "./problem.ts"
import { recentSearches } from "./recent.ts"
import styles from "./SearchBox.module.css"
import { Suggestions } from "./Suggestions.tsx"
import { useSuggestionSources } from "./suggestion-sources.ts"
import { completed, type Suggestion, suggestionsFor } from "./suggestions.ts"
import { tokenAt } from "./token.ts"

interface SearchBoxProps {
  /** The one that is open, where one is. */
  list: ListKey | undefined
  box: RefObject<HTMLInputElement | null>
  /** Something was found and is shown. */
  onDone: () => void
}

/** Takes the desk's query language, and helps to write it: names and values are offered, mistakes shown where they are. */
export function SearchBox({ list, box, onDone }: SearchBoxProps) {
  const me = useMe()
  const shown = (list && searchIn(list)) ?? ""
  const [typed, setTyped] = useState(shown)
  const [caret, setCaret] = useState(shown.length)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const [problem, setProblem] = useState<QueryProblem>()
  const known = useSuggestionSources(open)
  const id = useId()
  const suggestions = open ? offers(typed, caret, { known, userId: me.id }) : []
  const { look, busy } = useLook(me.id)
  const navigate = useNavigate()
  useEffect(() => {
    setTyped(shown)
    setCaret(shown.length)
    setProblem(undefined)
  }, [shown])

  function write(query: string, place = query.length) {
    setTyped(query)
    setCaret(place)
    setAt(-1)
    setProblem(undefined)
  }
  function take(suggestion: Suggestion) {
    if (suggestion.kind === "search") return void submit(suggestion.insert)
    const token = tokenAt(typed, caret)
    if (!token || !box.current) return
    const next = completed(typed, token, suggestion)
    write(next.query, next.caret)
    // Drawn by hand, so that the caret can be put there at once.
    box.current.value = next.query
    box.current.setSelectionRange(next.caret, next.caret)
  }
  async function submit(wanted: string) {
    const query = wanted.trim()
    write(query)
    if (query === "") return
    const found = await look(query)
    // Whoever has gone on writing meanwhile is not disturbed.
    if (box.current?.value !== query) return
    if (found) return setProblem(found)
    recentSearches.add(me.id, query)
    await navigate({ to: "/list/$list", params: { list: searchKey(query) } })
    setOpen(false)
    box.current?.blur()
    onDone()
  }

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const current = suggestions[at]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const places = suggestions.length + 1
    if (step !== undefined) {
      setOpen(true)
      // Past the last one and before the first one none is chosen.
      setAt(((at + 1 + step + places) % places) - 1)
    } else if (event.key === "Enter") current ? take(current) : void submit(typed)
    else if (event.key === "Tab" && !event.shiftKey && typed !== "" && suggestions[0]) take(current ?? suggestions[0])
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
          {problem && <Underlined query={typed} problem={problem} box={box} />}
          <input
            ref={box}
            type="text"
            value={typed}
            placeholder={text("search.placeholder")}
            aria-label={text("search.label")}
            aria-keyshortcuts={keyOf("search")}
            role="combobox"
            aria-expanded={suggestions.length > 0}
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
        {busy && <LoaderCircle size={15} aria-hidden className={styles["busy"]} />}
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
        <Suggestions id={id} suggestions={suggestions} at={at} onPoint={setAt} onTake={take} />
      </div>
    </search>
  )
}

function offers(
  typed: string,
  caret: number,
  { known, userId }: { known: Parameters<typeof suggestionsFor>[1]; userId: number },
): Suggestion[] {
  const token = tokenAt(typed, caret)
  const recent = typed === "" ? recentSearches.read(userId) : []
  return [
    ...recent.map((query): Suggestion => ({ kind: "search", insert: query, label: query })),
    ...(token ? suggestionsFor(token, known) : []),
  ]
}

/** Asks the desk before anything is shown, so that what it cannot read stays in the box. Other failures the list tells. */
function useLook(myId: number): { look(query: string): Promise<QueryProblem | undefined>; busy: boolean } {
  const queryClient = useQueryClient()
  const [sort] = useSort(searchKey(""))
  const [asked, setAsked] = useState(0)
  return {
    busy: asked > 0,
    async look(query) {
      setAsked((before) => before + 1)
      const view = { list: searchKey(query), sort, myId }
      const problem = await fetchBeginning(queryClient, view).then(() => undefined, problemOf)
      setAsked((before) => before - 1)
      return problem
    },
  }
}

interface UnderlinedProps {
  query: string
  problem: QueryProblem
  box: RefObject<HTMLInputElement | null>
}

/** The same text below that of the box, seen only by the line under the place of the mistake. */
function Underlined({ query, problem, box }: UnderlinedProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = box.current
    const follow = () => {
      if (line.current && input) line.current.scrollLeft = input.scrollLeft
    }
    // What is wrong is brought into sight.
    const mark = line.current?.querySelector("mark")
    if (input && mark) input.scrollLeft = mark.offsetLeft - input.clientWidth / 2
    follow()
    input?.addEventListener("scroll", follow)
    return () => input?.removeEventListener("scroll", follow)
  }, [box])
  const [before, wrong, rest] = partsAround(query, problem)
  return (
    <div ref={line} className={styles["underlined"]} aria-hidden>
      {before}
      <mark>{wrong}</mark>
      {rest}
    </div>
  )
}

import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import type { ReactNode } from "react"
import { searchKey } from "../../data/lists/list-key.ts"
import { withoutLastFilter, writeFilter } from "../../data/search/filters.ts"
import { foundQuery } from "../../data/search/found.ts"
import { text } from "../../messages/text.ts"
import { runShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Notice } from "../../ui/parts/Notice.tsx"
import { partsAround, type QueryProblem } from "./problem.ts"
import styles from "./SearchNotices.module.css"

const examples = {
  unassigned: "is:unassigned is:open",
  today: "on:today",
  open: "has:attachment is:open",
} as const

/** Where a search has found nothing: why, as far as the desk knows, and what to try instead. */
export function NothingFound({ query }: { query: string }) {
  const { data: found } = useQuery({ ...foundQuery(query), staleTime: Number.POSITIVE_INFINITY })
  const notes = found?.notes ?? []
  const wider = widerSearches(query)
  return (
    <Notice
      icon={<SearchX size={22} />}
      title={text("search.empty.title")}
      action={
        <>
          <ul className={styles["examples"]}>
            {wider.map(({ label, query }) => (
              <li key={label}>
                <SearchLink query={query}>{label}</SearchLink>
              </li>
            ))}
            {wider.length === 0 &&
              Object.entries(examples).map(([name, query]) => (
                <li key={name}>
                  <SearchLink query={query}>{text(`search.empty.${name as keyof typeof examples}`)}</SearchLink>
                  <code>{query}</code>
                </li>
              ))}
          </ul>
          <ChangeSearch />
        </>
      }
    >
      {notes.length === 0
        ? text("search.empty")
        : notes.map(({ from, message }) => (
            <span key={`${from} ${message}`} className={styles["note"]}>
              {message}
            </span>
          ))}
    </Notice>
  )
}

/** What finds more than the query does. */
function widerSearches(query: string): { label: string; query: string }[] {
  const everyStatus = writeFilter(query, "status", [])
  const shorter = withoutLastFilter(query)
  return [
    ...(everyStatus !== "" && everyStatus !== query.trim()
      ? [{ label: text("search.empty.statuses"), query: everyStatus }]
      : []),
    ...(shorter && shorter.rest !== everyStatus
      ? [{ label: text("search.empty.without", { term: shorter.term }), query: shorter.rest }]
      : []),
  ]
}

function SearchLink({ query, children }: { query: string; children: ReactNode }) {
  return (
    <Link to="/list/$list" params={{ list: searchKey(query) }}>
      {children}
    </Link>
  )
}

/** Where an address holds a query that the desk cannot read: where in it, and why. */
export function UnreadableSearch({ query, problem }: { query: string; problem: QueryProblem }) {
  const [before, wrong, rest] = partsAround(query, problem)
  return (
    <div role="alert">
      <Notice icon={<SearchX size={22} />} title={text("search.problem.title")} action={<ChangeSearch />}>
        <code className={styles["query"]}>
          {before}
          <mark>{wrong}</mark>
          {rest}
        </code>
        {problem.expected}
      </Notice>
    </div>
  )
}

function ChangeSearch() {
  return (
    <Button shortcut="search" onClick={() => runShortcut("search")}>
      {text("search.edit")}
    </Button>
  )
}

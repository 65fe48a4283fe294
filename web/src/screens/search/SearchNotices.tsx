import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import { searchKey } from "../../data/lists/list-key.ts"
import { text } from "../../messages/text.ts"
import { runShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Notice } from "../../ui/parts/Notice.tsx"
import { partsAround, type QueryProblem } from "./problem.ts"
import styles from "./SearchNotices.module.css"

const examples = {
  unassigned: "assigned:unassigned status:active",
  today: "createdAt:NOW/DAY",
  open: "attachments:true NOT status:closed",
} as const

/** Where a search has found nothing: what to try instead. */
export function NothingFound() {
  return (
    <Notice
      icon={<SearchX size={22} />}
      title={text("search.empty.title")}
      action={
        <>
          <ul className={styles["examples"]}>
            {Object.entries(examples).map(([name, query]) => (
              <li key={name}>
                <Link to="/list/$list" params={{ list: searchKey(query) }}>
                  {text(`search.empty.${name as keyof typeof examples}`)}
                </Link>
                <code>{query}</code>
              </li>
            ))}
          </ul>
          <ChangeSearch />
        </>
      }
    >
      {text("search.empty")}
    </Notice>
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

import { countFound, type Found } from "../../data/search/found.ts"
import { text } from "../../messages/text.ts"
import styles from "./SearchPanel.module.css"

interface FoundStatusProps {
  query: string
  found: Found | undefined
  isSearching: boolean
  error: unknown
}

/** Says that a search is under way, found nothing and why, or failed; to screen readers also how much it found. */
export function FoundStatus(props: FoundStatusProps) {
  const { found, isSearching, error } = props
  const isVisible = error != null || (found ? countFound(found) === 0 : isSearching)
  const reasons = found && countFound(found) === 0 ? found.notes : []
  return (
    <div role="status" className={isVisible ? styles["state"] : "visually-hidden"}>
      {wordsFor(props)}
      {reasons.map(({ from, message }) => (
        <p key={`${from} ${message}`}>{message}</p>
      ))}
    </div>
  )
}

function wordsFor({ query, found, isSearching, error }: FoundStatusProps): string {
  if (error != null) return text("search.found.failed")
  if (!found) return isSearching ? text("search.found.searching") : ""
  const count = countFound(found)
  return count === 0 ? text("search.found.none", { query }) : text("search.found.count", { count })
}

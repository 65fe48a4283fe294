import { createContext, useContext, useMemo } from "react"
import styles from "./Marked.module.css"
import { cutAtTerms } from "./marks.ts"

/** The words that were searched for, in everything below. */
export const SearchTerms = createContext<readonly string[]>([])

/** A text with the words highlighted that were searched for. */
export function Marked({ text }: { text: string }) {
  const terms = useContext(SearchTerms)
  const parts = useMemo(() => cutAtTerms(text, terms), [text, terms])
  if (!parts.some(({ isMatch }) => isMatch)) return text
  let place = 0
  return parts.map(({ text, isMatch }) => {
    place += text.length
    return isMatch ? (
      <mark key={place} className={styles["mark"]}>
        {text}
      </mark>
    ) : (
      text
    )
  })
}

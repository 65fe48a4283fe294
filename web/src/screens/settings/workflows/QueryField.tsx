import { type SearchFieldName, searchFields } from "@deskhand/contract/conversations/search-language"
import { useRef } from "react"
import { text } from "../../../messages/settings.ts"
import formStyles from "../../../ui/form/Form.module.css"
import { partsAround, type QueryProblem, readProblem } from "../../search/problem.ts"
import { QueryBox } from "./QueryBox.tsx"
import styles from "./Workflows.module.css"

interface QueryFieldProps {
  value: string
  /** In the desk's words, with the place. */
  failure: string | undefined
  onChange: (query: string) => void
}

/** In the order in which people think of them; what is only known by an id is left out. */
const words = (Object.keys(searchFields) as SearchFieldName[]).filter(
  (name) => searchFields[name].kind !== "number" && name !== "mailbox",
)

/** The same language as the search, with what is wrong shown where it is, and its words explained. */
export function QueryField({ value, failure, onChange }: QueryFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  const put = (word: string) => {
    onChange(value.trim() === "" ? `${word}:` : `${value.trimEnd()} ${word}:`)
    box.current?.focus()
  }
  return (
    <div className={formStyles["field"]}>
      <QueryBox
        box={box}
        label={text("workflow.query")}
        value={value}
        wrong={failure !== undefined}
        onChange={onChange}
      >
        {failure !== undefined && <QueryProblemText query={value} problem={readProblem(failure)} />}
      </QueryBox>
      <p className={formStyles["hint"]}>{text("workflow.query.hint")}</p>
      <details className={styles["words"]}>
        <summary>{text("workflow.query.words")}</summary>
        <dl>
          {words.map((word) => (
            <div key={word}>
              <dt>
                <button type="button" aria-label={text("workflow.query.put", { word })} onClick={() => put(word)}>
                  <code>{word}:</code>
                </button>
              </dt>
              <dd>{text(`search.field.${word}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{text("workflow.query.joining")}</p>
      </details>
    </div>
  )
}

/** The query once more with the place of the mistake marked, and what was expected there. */
export function QueryProblemText({ query, problem }: { query: string; problem: QueryProblem }) {
  const [before, wrong, rest] = partsAround(query, problem)
  return (
    <div className={styles["unreadable"]}>
      <code aria-hidden>
        {before}
        <mark>{wrong}</mark>
        {rest}
      </code>
      <p>{text("workflow.query.wrong", { place: problem.at + 1, expected: problem.expected })}</p>
    </div>
  )
}

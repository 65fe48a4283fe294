import { Link, type LinkProps } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { numberText, text } from "../../../messages/settings.ts"
import formStyles from "../../../ui/form/Form.module.css"
import { Button } from "../../../ui/parts/Button.tsx"
import styles from "./Page.module.css"

interface RowsProps<Item> {
  /** What is listed, for screen readers. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** By what one is found. */
  wordsOf: (item: Item) => string
  /** What stands there where there are none at all. */
  empty: ReactNode
  children: (item: Item, index: number) => ReactNode
}

/** So many are seen at a glance; of more one looks for words. */
const manyItems = 8
const pageSize = 50

/** A list of settings: searched where it is long, and shown piece by piece. */
export function Rows<Item>({ label, items, keyOf, wordsOf, empty, children }: RowsProps<Item>) {
  const [typed, setTyped] = useState("")
  const [most, setMost] = useState(pageSize)
  if (items.length === 0) return <div className={styles["empty"]}>{empty}</div>
  const words = typed.trim().toLowerCase()
  const found = words === "" ? items : items.filter((item) => wordsOf(item).toLowerCase().includes(words))
  return (
    <>
      {items.length > manyItems && (
        <input
          className={`${formStyles["search"]} ${styles["search"]}`}
          type="search"
          aria-label={text("settings.filter", { what: label })}
          placeholder={text("settings.filter.placeholder")}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setMost(pageSize)
          }}
        />
      )}
      {found.length === 0 ? (
        <p className={styles["none"]} role="status">
          {text("settings.filter.none", { words: typed.trim() })}
        </p>
      ) : (
        <ul className={styles["rows"]} aria-label={label}>
          {found.slice(0, most).map((item, index) => (
            <li key={keyOf(item)} className={styles["row"]}>
              {children(item, index)}
            </li>
          ))}
        </ul>
      )}
      {found.length > most && (
        <Button onClick={() => setMost(most + pageSize)}>
          {text("settings.more", { shown: numberText(most), all: numberText(found.length) })}
        </Button>
      )}
    </>
  )
}

interface RowTextProps {
  icon?: ReactNode
  title: ReactNode
  /** Below it. */
  more?: ReactNode
  badges?: ReactNode
  /** The whole row leads there. */
  to?: LinkProps["to"]
  params?: Record<string, string>
}

export function RowText({ icon, title, more, badges, to, params }: RowTextProps) {
  return (
    <>
      {icon && <span className={styles["icon"]}>{icon}</span>}
      <div className={styles["text"]}>
        <p className={styles["name"]}>
          {to === undefined ? (
            title
          ) : (
            <Link to={to} params={params as never} className={styles["whole"] ?? ""}>
              {title}
            </Link>
          )}
          {badges}
        </p>
        {more && <p className={styles["more"]}>{more}</p>}
      </div>
    </>
  )
}

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles["actions"]}>{children}</div>
}

import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { ListKey } from "../../data/lists/list-key.ts"
import { numberText } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import type { ShortcutName } from "../../ui/keyboard/keymap.ts"
import { runShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Tip } from "../../ui/parts/Tip.tsx"
import styles from "./Navigation.module.css"
import { useIcons } from "./width.ts"

interface RowProps {
  to: ListKey
  /** The one that is open. */
  list: ListKey | undefined
  icon: ReactNode
  count: number | undefined
  /** What the count counts. Default: active conversations */
  countLabel?: string
  children: string
  shortcut?: ShortcutName
  /** Is not there while it is empty, unless it is open. */
  hidesEmpty?: boolean
  /** Beside it, for who points at it or comes to it by Tab. */
  tools?: ReactNode
}

/** A list by its name, with how many in it wait for somebody. */
export function Row({ to, list, icon, count, countLabel, children, shortcut, hidesEmpty = false, tools }: RowProps) {
  const [icons] = useIcons()
  if (hidesEmpty && !count && to !== list) return null
  const link = (
    <Link
      to="/list/$list"
      params={{ list: to }}
      className={styles["row"] ?? ""}
      activeProps={{}}
      {...(to === list && { "aria-current": "page" })}
      onClick={() => {
        // It is chosen anew, and so read anew.
        if (to === list) runShortcut("refreshList")
      }}
    >
      <span aria-hidden>{icon}</span>
      <span className={styles["name"]}>{children}</span>
      {count !== undefined && count > 0 && (
        <span className={styles["count"]}>
          {numberText(count)}
          <span className="visually-hidden"> {countLabel ?? text("nav.count", { count }).replace(/^\S+ /, "")}</span>
        </span>
      )}
    </Link>
  )
  return (
    <li className={styles["item"]}>
      {icons || shortcut ? (
        <Tip label={children} shortcut={shortcut} side="right">
          {link}
        </Tip>
      ) : (
        link
      )}
      {tools && !icons && <span className={styles["rowTools"]}>{tools}</span>}
    </li>
  )
}

import { Link } from "@tanstack/react-router"
import { ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { text } from "../../messages/people.ts"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import { NavigationButton } from "./NavigationButton.tsx"
import styles from "./Profile.module.css"

interface ProfileProps {
  /** The list that it stands in. */
  list: { to: "/customers" | "/organizations"; label: string; search: { q?: string; sort?: string } }
  name: string
  actions: ReactNode
  /** What is known, one section below the other. */
  facts: ReactNode
  timeline: ReactNode
}

/** Everything that is known on one side, what was talked about on the other. */
export function Profile({ list, name, actions, facts, timeline }: ProfileProps) {
  usePageTitle(name)
  return (
    <>
      <header className={styles["header"]}>
        <NavigationButton />
        <nav aria-label={text("people.where")} className={styles["crumbs"]}>
          <Link to={list.to} search={list.search}>
            {list.label}
          </Link>
          <ChevronRight size={14} aria-hidden />
          <span aria-current="page">{name}</span>
        </nav>
        {actions}
      </header>
      <div className={styles["profile"]}>
        <div className={styles["facts"]}>{facts}</div>
        <div className={styles["timeline"]}>{timeline}</div>
      </div>
    </>
  )
}

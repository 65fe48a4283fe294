import type { ReactNode } from "react"
import styles from "../../page/Page.module.css"

/** What a tab is for, and what there is to do first. */
export function TabHead({ lead, action }: { lead: string; action?: ReactNode }) {
  return (
    <div className={styles["head"]}>
      <p>{lead}</p>
      {action}
    </div>
  )
}

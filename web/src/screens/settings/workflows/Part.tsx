import { type ReactNode, useId } from "react"
import styles from "./Workflows.module.css"

/** One of the words by which a workflow is read: when, if, then. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles["part"]} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className={styles["lead"]}>{lead}</p>}
      {children}
    </section>
  )
}

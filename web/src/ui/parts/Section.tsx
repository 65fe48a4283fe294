import type { ReactNode } from "react"
import styles from "./Section.module.css"
import { Skeleton } from "./Skeleton.tsx"

interface SectionProps {
  /** Where links lead to it. */
  id?: string
  title: string
  lead?: ReactNode
  /** What there is to do with the whole of it. */
  action?: ReactNode
  /** A line sets it apart from what stands above, or a box from everything around. */
  look?: "line" | "box"
  children: ReactNode
}

/** A part of a page with a heading of its own. */
export function Section({ id, title, lead, action, look = "line", children }: SectionProps) {
  return (
    <section {...(id && { id })} className={styles[look]} aria-label={title}>
      <header className={styles["header"]}>
        <div>
          <h2>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

/** Of a box, until it is known what stands in it. */
export function SectionSkeleton() {
  return (
    <div className={styles["box"]} aria-busy>
      <Skeleton lines={["short", "long", "middle", "long", "middle", "long"]} />
    </div>
  )
}

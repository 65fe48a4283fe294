import { Copy } from "lucide-react"
import type { ReactNode } from "react"
import { text } from "../../messages/text.ts"
import { copy } from "../parts/copy.ts"
import styles from "./Facts.module.css"

interface SectionProps {
  title: string
  /** What can be done with all of it. */
  action?: ReactNode
  children: ReactNode
}

export function Section({ title, action, children }: SectionProps) {
  return (
    <section className={styles["section"]}>
      <header>
        <h3>{title}</h3>
        {action}
      </header>
      {children}
    </section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Copyable({ value }: { value: string }) {
  return (
    <button
      type="button"
      className={styles["copyable"]}
      aria-label={text("details.copy", { text: value })}
      onClick={() => void copy(value)}
    >
      <span>{value}</span> <Copy size={12} aria-hidden />
    </button>
  )
}

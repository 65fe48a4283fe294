import { Link } from "@tanstack/react-router"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { text } from "../../../messages/reports.ts"
import styles from "./Pager.module.css"

/** From one page of a long list to the next, by the address. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null
  const at = (page: number) => (before: object) => ({ ...before, page })
  return (
    <nav className={styles["pager"]} aria-label={text("reports.pageOf", { page, pages })}>
      {page > 1 && (
        <Link to="." search={at(page - 1)}>
          <ChevronLeft size={14} aria-hidden /> {text("reports.earlier")}
        </Link>
      )}
      <span>{text("reports.pageOf", { page, pages })}</span>
      {page < pages && (
        <Link to="." search={at(page + 1)}>
          {text("reports.later")} <ChevronRight size={14} aria-hidden />
        </Link>
      )}
    </nav>
  )
}

import { Outlet, useLocation, useNavigate } from "@tanstack/react-router"
import { text } from "../../messages/reports.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import { Tabs } from "../../ui/parts/Tabs.tsx"
import { NavigationButton } from "../directory/NavigationButton.tsx"
import { Filters } from "./Filters.tsx"
import { periodText } from "./parts/format.ts"
import { useReportQuery } from "./parts/report-query.ts"
import { commonOf } from "./parts/search.ts"
import styles from "./ReportsScreen.module.css"

const pages = [
  { to: "/reports", label: text("reports.page.overview") },
  { to: "/reports/volume", label: text("reports.page.volume") },
  { to: "/reports/busy-times", label: text("reports.page.busy") },
  { to: "/reports/times", label: text("reports.page.times") },
  { to: "/reports/happiness", label: text("reports.page.happiness") },
  { to: "/reports/people", label: text("reports.page.people") },
  { to: "/reports/tags", label: text("reports.page.tags") },
] as const

/** What all reports have in common above the one that is looked at. */
export function ReportsScreen() {
  const { search, periods } = useReportQuery()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const page = pages.find(({ to }) => to === pathname.replace(/\/$/, ""))?.label ?? text("reports.page.conversations")
  usePageTitle(text("reports.pageTitle", { page }))
  useShortcut("back", () => void navigate({ to: "/" }))
  return (
    <div className={styles["screen"]}>
      <header className={styles["header"]}>
        <NavigationButton />
        <h1>{text("reports.title")}</h1>
        <p className={styles["period"]}>
          {periodText(periods.current)}
          {search.compare !== false && (
            <span> {text("reports.compared", { period: periodText(periods.previous) })}</span>
          )}
        </p>
      </header>
      <div className={styles["pages"]}>
        <Tabs
          label={text("reports.pages")}
          tabs={pages.map(({ to, label }) => ({ label, link: { to, search: commonOf(search) } }))}
        />
      </div>
      <Filters />
      <div className={styles["body"]}>
        <div className={styles["content"]}>
          <Outlet />
        </div>
      </div>
    </div>
  )
}

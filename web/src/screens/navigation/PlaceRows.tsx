import { Link } from "@tanstack/react-router"
import { Building2, ChartNoAxesColumn, Contact, Settings } from "lucide-react"
import { mayAnswer, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { Tip } from "../../ui/parts/Tip.tsx"
import styles from "./Navigation.module.css"

const places = [
  { to: "/customers", label: text("nav.customers"), Icon: Contact, shortcut: "goCustomers" },
  { to: "/organizations", label: text("nav.organizations"), Icon: Building2, shortcut: "goOrganizations" },
  { to: "/reports", label: text("nav.reports"), Icon: ChartNoAxesColumn, shortcut: "goReports" },
] as const

const settings = { to: "/settings", label: text("nav.settings"), Icon: Settings, shortcut: "goSettings" } as const

/** What the desk has beside conversations. */
export function PlaceRows() {
  const me = useMe()
  return (
    <section className={styles["section"]} aria-label={text("nav.places")}>
      <h2>{text("nav.places")}</h2>
      <ul>
        {[...places, ...(mayAnswer(me) ? [settings] : [])].map(({ to, label, Icon, shortcut }) => (
          <li key={to} className={styles["item"]}>
            <Tip label={label} shortcut={shortcut} side="right">
              <Link to={to} className={styles["row"] ?? ""} activeOptions={{ includeSearch: false }}>
                <span aria-hidden>
                  <Icon size={16} />
                </span>
                <span className={styles["name"]}>{label}</span>
              </Link>
            </Tip>
          </li>
        ))}
      </ul>
    </section>
  )
}

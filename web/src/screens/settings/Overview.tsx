import { Link } from "@tanstack/react-router"
import { administers, useMe } from "../../data/session.ts"
import { text } from "../../messages/settings.ts"
import styles from "./page/Page.module.css"
import { Page } from "./page/Page.tsx"
import { sections } from "./sections.ts"

/** Where the settings begin, and on narrow screens the way to each of them. */
export function Overview() {
  const me = useMe()
  return (
    <Page title={text("settings.title")} lead={text(administers(me) ? "settings.lead" : "settings.lead.others")}>
      <ul className={styles["cards"]}>
        {sections
          .filter(({ isFor }) => isFor(me))
          .map(({ to, label, hint, Icon }) => (
            <li key={to}>
              <Link to={to} className={styles["card"] ?? ""}>
                <Icon size={20} aria-hidden />
                <span>
                  <strong>{label}</strong>
                  <span>{hint}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </Page>
  )
}

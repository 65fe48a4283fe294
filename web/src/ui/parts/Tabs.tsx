import { Link, type LinkProps } from "@tanstack/react-router"
import styles from "./Tabs.module.css"

export interface Tab {
  label: string
  link: LinkProps
}

/** Pages that belong together, one of which is looked at. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles["tabs"]} aria-label={label}>
      <ul>
        {tabs.map(({ label, link }) => (
          <li key={label}>
            <Link {...link} className={styles["tab"] ?? ""} activeOptions={{ exact: true, includeSearch: false }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

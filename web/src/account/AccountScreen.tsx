import { Link, Outlet, useNavigate } from "@tanstack/react-router"
import { ArrowLeft, KeyRound, MonitorSmartphone, SlidersHorizontal } from "lucide-react"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { text } from "../messages/text.ts"
import styles from "./Account.module.css"

const parts = [
  { to: "/account", label: text("account.preferences"), Icon: SlidersHorizontal },
  { to: "/account/password", label: text("account.password"), Icon: KeyRound },
  { to: "/account/sessions", label: text("account.sessions"), Icon: MonitorSmartphone },
] as const

/** What belongs to whoever is signed in alone. */
export function AccountScreen() {
  const navigate = useNavigate()
  useShortcut("back", () => void navigate({ to: "/" }))
  return (
    <div className={styles["screen"]}>
      <header className={styles["header"]}>
        <Link to="/" className={styles["back"] ?? ""}>
          <ArrowLeft size={16} aria-hidden /> {text("account.back")}
        </Link>
        <p className={styles["title"]}>{text("account.title")}</p>
        <nav aria-label={text("account.label")}>
          <ul className={styles["parts"]}>
            {parts.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link to={to} className={styles["part"] ?? ""} activeOptions={{ exact: true }}>
                  <Icon size={16} aria-hidden /> {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main className={styles["main"]}>
        <Outlet />
      </main>
    </div>
  )
}

import { Link, type LinkProps, Outlet, useNavigate } from "@tanstack/react-router"
import { ArrowLeft, type LucideIcon } from "lucide-react"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import styles from "./SideScreen.module.css"

export interface SidePart {
  to: NonNullable<LinkProps["to"]>
  label: string
  Icon: LucideIcon
  /** Pages below it belong to another part. */
  exact?: boolean
}

interface SideScreenProps {
  title: string
  /** What the parts are parts of, for screen readers. */
  label: string
  parts: readonly SidePart[]
  /** One step up from here; the inbox where there is nothing in between. */
  up?: { to: NonNullable<LinkProps["to"]>; label: string } | undefined
  width?: "usual" | "wide"
  /** On narrow screens its parts stand above the page, or are folded away behind the step up. */
  narrow?: "shown" | "folded"
}

/** A screen beside the inbox: what it is made of at the left, the chosen page at the right. */
export function SideScreen({ title, label, parts, up, width = "usual", narrow = "shown" }: SideScreenProps) {
  const navigate = useNavigate()
  useShortcut("back", () => void navigate({ to: up?.to ?? "/" }))
  return (
    <div className={styles["screen"]} data-width={width} data-narrow={narrow}>
      <header className={styles["header"]}>
        {up && (
          <Link to={up.to} className={`${styles["back"]} ${styles["up"]}`}>
            <ArrowLeft size={16} aria-hidden /> {up.label}
          </Link>
        )}
        <Link to="/" className={`${styles["back"]} ${styles["out"]}`}>
          <ArrowLeft size={16} aria-hidden /> {text("account.back")}
        </Link>
        <p className={styles["title"]}>{title}</p>
        <nav aria-label={label}>
          <ul className={styles["parts"]}>
            {parts.map(({ to, label, Icon, exact = false }) => (
              <li key={to}>
                <Link to={to} className={styles["part"] ?? ""} activeOptions={{ exact }}>
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

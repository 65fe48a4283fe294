import type { CSSProperties, ReactNode } from "react"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"
import styles from "./Screen.module.css"
import { useIcons } from "./width.ts"

interface ScreenProps {
  /** The ids of what comes behind the navigation, and how to get there. Those that are hidden have no link. */
  skips: readonly { to: string; label: string }[]
  className?: string | undefined
  style?: CSSProperties
  /** Navigation, and what stands beside it. */
  children: ReactNode
}

/** The whole window: navigation, which can be skipped, and as many columns beside it as `--beside` says. */
export function Screen({ skips, className = "", children, ...rest }: ScreenProps & Record<`data-${string}`, string>) {
  const [icons] = useIcons()
  return (
    <div className={`${styles["screen"]} ${className}`} data-navigation={icons ? "icons" : "names"} {...rest}>
      {skips.map(({ to, label }) => (
        <a
          key={to}
          className={styles["skip"]}
          href={`#${to}`}
          data-skip={to}
          onClick={(event) => {
            // The address stays: it names the list and the conversation.
            event.preventDefault()
            moveFocus(document.getElementById(to))
          }}
        >
          {label}
        </a>
      ))}
      {children}
    </div>
  )
}

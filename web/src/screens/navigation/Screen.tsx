import type { CSSProperties, ReactNode } from "react"
import styles from "./Screen.module.css"
import { useIcons } from "./width.ts"

interface ScreenProps {
  /** The id of what comes behind the navigation, and how to get there. */
  skip: { to: string; label: string }
  className?: string | undefined
  style?: CSSProperties
  /** Navigation, and what stands beside it. */
  children: ReactNode
}

/** The whole window: navigation, which can be skipped, and as many columns beside it as `--beside` says. */
export function Screen({ skip, className = "", children, ...rest }: ScreenProps & Record<`data-${string}`, string>) {
  const [icons] = useIcons()
  return (
    <div className={`${styles["screen"]} ${className}`} data-navigation={icons ? "icons" : "names"} {...rest}>
      <a className={styles["skip"]} href={`#${skip.to}`}>
        {skip.label}
      </a>
      {children}
    </div>
  )
}

import { Command } from "lucide-react"
import type { ComponentProps } from "react"
import styles from "./Palette.module.css"

/** Where one types, behind the pages that were turned. */
export function PaletteLine({ children, ...input }: ComponentProps<"input">) {
  return (
    <div className={styles["line"]}>
      <Command size={16} aria-hidden />
      {children}
      {/* biome-ignore lint/a11y/noAutofocus: it is opened to be typed into */}
      <input autoComplete="off" spellCheck={false} autoFocus {...input} />
    </div>
  )
}

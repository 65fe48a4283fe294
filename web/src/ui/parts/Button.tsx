import type { ComponentProps, ReactNode } from "react"
import { keyOf, type ShortcutName } from "../keyboard/keymap.ts"
import styles from "./Button.module.css"
import { Tip } from "./Tip.tsx"

interface ButtonProps extends ComponentProps<"button"> {
  look?: "plain" | "primary" | "quiet" | "danger"
  shortcut?: ShortcutName
}

export function Button({ look = "plain", shortcut, className = "", ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles["button"]} ${styles[look]} ${className}`}
      {...(shortcut && { "aria-keyshortcuts": ariaKeys(shortcut) })}
      {...rest}
    />
  )
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** What it does, for screen readers and in the tip. */
  label: string
  icon: ReactNode
  shortcut?: ShortcutName
}

export function IconButton({ label, icon, shortcut, className = "", ...rest }: IconButtonProps) {
  return (
    <Tip label={label} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        className={`${styles["button"]} ${styles["icon"]} ${className}`}
        {...(shortcut && { "aria-keyshortcuts": ariaKeys(shortcut) })}
        {...rest}
      >
        {icon}
      </button>
    </Tip>
  )
}

function ariaKeys(shortcut: ShortcutName): string {
  return keyOf(shortcut).replace("Ctrl+", "Control+")
}

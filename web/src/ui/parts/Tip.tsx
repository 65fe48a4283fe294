import * as Tooltip from "@radix-ui/react-tooltip"
import type { ReactElement } from "react"
import { keyOf, type ShortcutName } from "../keyboard/keymap.ts"
import { Keys } from "./Keys.tsx"
import styles from "./Tip.module.css"

interface TipProps {
  label: string
  shortcut?: ShortcutName | undefined
  side?: "top" | "right"
  children: ReactElement
}

/** Says what a control does, and which key does it too. */
export function Tip({ label, shortcut, side = "top", children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles["tip"]} side={side} sideOffset={6} collisionPadding={8}>
          {label} {shortcut && <Keys keys={keyOf(shortcut)} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

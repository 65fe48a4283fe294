import * as Popover from "@radix-ui/react-popover"
import { Bell } from "lucide-react"
import { type ReactNode, useState } from "react"
import { flushSync } from "react-dom"
import { useUnread } from "../../data/notifications/notifications.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { layers } from "../../ui/parts/layers.ts"
import { NotificationPanel } from "./NotificationPanel.tsx"
import styles from "./Notifications.module.css"

const mostShown = 99

interface NotificationBellProps {
  /** Makes the button visible where it is in a drawer. */
  onReveal: () => void
}

export function NotificationBell({ onReveal }: NotificationBellProps) {
  const [open, setOpen] = useState(false)
  const { total } = useUnread()
  useShortcut("goNotifications", () => {
    // Drawn at once: the panel is placed beside the button.
    flushSync(onReveal)
    setOpen(true)
  })
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          className={styles["bell"] ?? ""}
          label={total === 0 ? text("notices.title") : text("notices.unread", { count: total })}
          shortcut="goNotifications"
          icon={
            <>
              <Bell size={16} aria-hidden />
              {total > 0 && (
                <span className={styles["badge"]} aria-hidden>
                  {total > mostShown ? text("notices.many") : total}
                </span>
              )}
            </>
          }
        />
      </Popover.Trigger>
      <Popover.Portal container={layers()}>
        <Popover.Content
          className={styles["panel"]}
          side={window.innerWidth < 1024 ? "bottom" : "right"}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label={text("notices.title")}
        >
          <NotificationPanel onClose={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Marks the icon of the button that opens the drawer, in which the bell is hidden. */
export function UnreadMark({ children }: { children: ReactNode }) {
  const { total } = useUnread()
  return (
    <span className={styles["marked"]}>
      {children}
      {total > 0 && <span className={styles["dot"]} />}
    </span>
  )
}

import { AlarmClock, CircleCheck, RotateCcw } from "lucide-react"
import { text } from "../../messages/text.ts"
import styles from "./ConversationRow.module.css"
import type { RowSwipe } from "./row-gestures.ts"

interface SwipeActionProps {
  swipe: RowSwipe
  isClosed: boolean
}

/** Shown under a row that a finger moves: what letting go does. Menus and keys do the same. */
export function SwipeAction({ swipe: { side, isFar }, isClosed }: SwipeActionProps) {
  const [Icon, label] =
    side === "right"
      ? [AlarmClock, text("conversation.snooze")]
      : isClosed
        ? [RotateCcw, text("conversation.reopen")]
        : [CircleCheck, text("conversation.close")]
  return (
    <span className={styles["swipe"]} data-side={side} data-far={isFar || undefined} aria-hidden>
      <Icon size={20} />
      {label}
    </span>
  )
}

import { CloudOff } from "lucide-react"
import { useIsWaiting } from "../../data/commands/current.ts"
import { text } from "../../messages/text.ts"
import styles from "./Commands.module.css"

/** Marks a conversation that is shown as it will be: the desk has not made the change yet. */
export function WaitingMark({ conversationId, withText = false }: { conversationId: number; withText?: boolean }) {
  if (!useIsWaiting(conversationId)) return null
  return (
    <span className={styles["mark"]} title={text("commands.mark")}>
      <CloudOff size={13} aria-hidden />
      <span className={withText ? "" : "visually-hidden"}>{text("commands.mark")}</span>
    </span>
  )
}

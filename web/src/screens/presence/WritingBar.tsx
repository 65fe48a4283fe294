import { PenLine } from "lucide-react"
import { useNow } from "../../data/clock.ts"
import { nameOf, useAssignees } from "../../data/people.ts"
import { useOthersAt } from "../../data/presence/others.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import styles from "./WritingBar.module.css"

interface WritingBarProps {
  conversationId: number
  /** Left out where there is nothing to take over, or for who may not. */
  onTakeOver: (() => void) | undefined
}

/** Says that a colleague is already at it, before two answer the same question. */
export function WritingBar({ conversationId, onTakeOver }: WritingBarProps) {
  const others = useOthersAt(conversationId, useMe().id).filter(({ activity }) => activity !== "viewing")
  const people = useAssignees()
  const now = useNow()
  if (others.length === 0) return null
  return (
    <div className={styles["bar"]} role="status">
      {others.map(({ userId, activity, since, sendsAt }) => {
        const person = people.find(({ id }) => id === userId)
        const name = person ? nameOf(person) : text("presence.somebody")
        const minutes = Math.floor((now - Date.parse(since)) / 60_000)
        const isSending = sendsAt !== undefined
        const doing = text(`presence.${isSending ? "sending" : activity === "noting" ? "noting" : "replying"}`, {
          name,
        })
        return (
          <p key={userId} data-activity={activity}>
            <PenLine size={13} aria-hidden /> {doing}
            {minutes >= 1 && !isSending && <span> {text("presence.since", { count: minutes })}</span>}
            {onTakeOver && activity === "replying" && !isSending && (
              <Button look="quiet" onClick={onTakeOver}>
                {text("presence.takeOver")}
              </Button>
            )}
          </p>
        )
      })}
    </div>
  )
}

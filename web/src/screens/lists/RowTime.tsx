import type { Conversation } from "@deskhand/sdk/client"
import { AlarmClock } from "lucide-react"
import { useNow } from "../../data/clock.ts"
import type { Sort } from "../../data/lists/list-key.ts"
import { agoText, urgencyOf, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import styles from "./ConversationRow.module.css"

interface RowTimeProps {
  conversation: Conversation
  sort: Sort
}

/** The time that the list is ordered by: how long the customer has been waiting, when it last changed, or when it began. */
export function RowTime({ conversation, sort }: RowTimeProps) {
  const now = useNow()
  const { snooze, status } = conversation
  const { moment, title, isWait } = timeOf(conversation, sort)
  if (snooze)
    return (
      <span className={styles["time"]} title={text("list.row.snoozed", { time: wholeMomentText(snooze.snoozedUntil) })}>
        <AlarmClock size={12} /> {agoText(moment, now)}
      </span>
    )
  return (
    <time
      className={styles["time"]}
      dateTime={moment}
      title={title}
      {...(isWait && status !== "closed" && status !== "spam" && { "data-urgency": urgencyOf(moment, now) })}
    >
      {agoText(moment, now)}
    </time>
  )
}

function timeOf({ customerWaitingSince: waiting, createdAt, modifiedAt }: Conversation, sort: Sort) {
  const created = { moment: createdAt, title: text("list.row.created", { time: wholeMomentText(createdAt) }) }
  const time = wholeMomentText(modifiedAt)
  switch (sort) {
    case "created":
      return { ...created, isWait: false }
    case "waiting":
      return waiting
        ? {
            moment: waiting.time,
            title: text("list.row.waitingSince", { time: wholeMomentText(waiting.time) }),
            isWait: true,
          }
        : { moment: modifiedAt, title: text("list.row.notWaiting", { time }), isWait: false }
    default:
      return { moment: modifiedAt, title: text("list.row.changed", { time }), isWait: false }
  }
}

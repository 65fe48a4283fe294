import { Link } from "@tanstack/react-router"
import { useNow } from "../../data/clock.ts"
import type { Notification } from "../../data/notifications/notifications.ts"
import { nameOf } from "../../data/people.ts"
import { whenText, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import styles from "./Notifications.module.css"

interface NotificationRowProps {
  notification: Notification
  onOpen: () => void
}

export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { actor, conversation, createdAt, readAt } = notification
  const { id, number, subject, customer } = conversation
  const now = useNow()
  return (
    <li>
      <Link
        className={styles["row"] ?? ""}
        to="/conversation/$conversationId/$number"
        params={{ conversationId: String(id), number: String(number) }}
        onClick={onOpen}
      >
        <Avatar name={nameOf(actor)} />
        <span className={styles["words"]}>
          <span className={styles["what"]} data-unread={!readAt || undefined}>
            {sentenceOf(notification)}
          </span>
          <span className={styles["subject"]}>
            #{number} {subject || text("list.noSubject")}
          </span>
          {actor.type !== "customer" && <span className={styles["customer"]}>{nameOf(customer)}</span>}
        </span>
        <span className={styles["side"]}>
          <time dateTime={createdAt} title={wholeMomentText(createdAt)}>
            {whenText(createdAt, now)}
          </time>
          {!readAt && (
            <span className={styles["dot"]}>
              <span className="visually-hidden">{text("notices.new")}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

function sentenceOf({ kind, event, actor }: Notification): string {
  const name = nameOf(actor)
  const isOurs = actor.type !== "customer"
  switch (kind) {
    case "mentioned":
      return text("notices.mentioned", { name })
    case "assigned":
      return isOurs ? text("notices.assigned", { name }) : text("notices.assigned.new")
    case "undelivered":
      return text("notices.undelivered")
    case "noted":
      return text("notices.noted", { name })
    case "arrived":
      return text("notices.arrived", { name })
    case "replied":
      return text("notices.replied", { name })
    case "followed":
      if (event === "convo.note.created") return text("notices.noted", { name })
      if (event === "convo.status") return isOurs ? text("notices.closed", { name }) : text("notices.closed.nobody")
      return text("notices.replied", { name })
  }
}

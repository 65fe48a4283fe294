import { Link } from "@tanstack/react-router"
import { ShieldAlert } from "lucide-react"
import { administers, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import styles from "./MailLines.module.css"
import type { HeldReply } from "./mail.ts"

/** Replies by mail that are not in the conversation, because somebody has to decide about them first. */
export function HeldReplies({ replies }: { replies: readonly HeldReply[] }) {
  const me = useMe()
  if (replies.length === 0) return null
  return (
    <div className={styles["lines"]}>
      {replies.map(({ messageId, agent, from, reasonText }) => (
        <p key={messageId} data-tone="warning">
          <ShieldAlert size={14} aria-hidden />
          <span>
            {text("mail.heldReply", { name: [agent?.first, agent?.last].filter(Boolean).join(" ") || from })}{" "}
            {reasonText}.{" "}
            {administers(me) ? (
              <Link to="/settings/mail/messages/$messageId" params={{ messageId: String(messageId) }}>
                {text("mail.heldReply.decide")}
              </Link>
            ) : (
              text("mail.heldReply.ask")
            )}
          </span>
        </p>
      ))}
    </div>
  )
}

import { Link } from "@tanstack/react-router"
import type { MailTrouble } from "../../data/mail-status.ts"
import { administers, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"

/** Leads those who may to where the trouble can be fixed; nothing where only the operator can, or others. */
export function SetUpMail({ trouble }: { trouble: MailTrouble }) {
  const me = useMe()
  const [inboxId, ...more] = trouble.inboxIds
  if (!administers(me) || trouble.isOperators || inboxId === undefined) return null
  const words = text(trouble.reason === "not-set-up" ? "mail.setUp" : "mail.check")
  if (more.length > 0) return <Link to="/settings/inboxes">{words}</Link>
  return (
    <Link to="/settings/inboxes/$inboxId/$tab" params={{ inboxId: String(inboxId), tab: "mail" }}>
      {words}
    </Link>
  )
}

import type { SentMail } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Ban, RotateCcw } from "lucide-react"
import { useNow } from "../../../data/clock.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { dueText, whenText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { IconButton } from "../../../ui/parts/Button.tsx"
import pageStyles from "../page/Page.module.css"
import { Badge } from "../page/Page.tsx"
import { RowActions } from "../page/Rows.tsx"
import styles from "./Ledger.module.css"

const tones = {
  waiting: "calm",
  held: "bad",
  delayed: "calm",
  sent: "good",
  partly: "bad",
  failed: "bad",
  bounced: "bad",
  dropped: "calm",
} as const satisfies Record<SentMail["state"], string>

interface SentRowProps {
  mail: SentMail
  onSend: () => void
  onDrop: () => void
}

/** A mail, what became of it at each recipient, and what can be done about it. */
export function SentRow({ mail, onSend, onDrop }: SentRowProps) {
  const { kind, state, subject, conversationId, mailboxId, createdAt, recipients, problem, unsure } = mail
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const now = useNow()
  const title = subject || text(`ledger.kind.${kind}`)
  const inbox =
    mailboxId === undefined ? text("ledger.inbox.none") : (inboxes.find(({ id }) => id === mailboxId)?.name ?? "")
  const what = `${title}, ${recipients.map(({ address }) => address).join(", ")}`
  const canAct = mailboxId !== undefined
  return (
    <>
      <div className={pageStyles["text"]}>
        <p className={pageStyles["name"]}>
          {conversationId === undefined ? (
            title
          ) : (
            <Link
              to="/conversation/$conversationId/$number"
              params={{ conversationId: String(conversationId), number: "1" }}
            >
              {title}
            </Link>
          )}
          <Badge tone={tones[state]}>{text(`ledger.state.${state}`)}</Badge>
        </p>
        <p className={pageStyles["more"]}>
          <time dateTime={createdAt}>{whenText(createdAt, now)}</time> · {text(`ledger.kind.${kind}`)} · {inbox} ·{" "}
          {triesText(mail, now)}
        </p>
        {problem && <p className={styles["reason"]}>{problem}</p>}
        {unsure && <p className={styles["reason"]}>{text("ledger.unsure")}</p>}
        <ul className={styles["recipients"]} aria-label={text("ledger.recipients", { what: title })}>
          {recipients.map(({ address, role, state: became, answer }) => (
            <li key={address}>
              {text(`ledger.role.${role}`)} <strong>{address}</strong> · {text(`ledger.state.${became}`)}
              {answer && <span className={styles["answer"]}>{answer}</span>}
            </li>
          ))}
        </ul>
      </div>
      <RowActions>
        {canAct && state !== "sent" && (
          <IconButton label={text("ledger.send.one", { what })} icon={<RotateCcw size={15} />} onClick={onSend} />
        )}
        {canAct && (state === "waiting" || state === "delayed" || state === "held") && (
          <IconButton label={text("ledger.drop.one", { what })} icon={<Ban size={15} />} onClick={onDrop} />
        )}
      </RowActions>
    </>
  )
}

function triesText({ attempts, lastAttemptAt, nextAttemptAt }: SentMail, now: number): string {
  return [
    attempts === 0 ? text("ledger.tries.none") : text("ledger.tries", { count: attempts }),
    ...(lastAttemptAt ? [text("ledger.lastTry", { when: whenText(lastAttemptAt, now) })] : []),
    ...(nextAttemptAt && attempts > 0
      ? [text("ledger.nextTry", { when: dueText(new Date(nextAttemptAt), new Date(now)) })]
      : []),
  ].join(", ")
}

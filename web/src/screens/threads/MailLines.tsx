import { Clock, Inbox, MailWarning, Repeat, ShieldAlert, UserPlus } from "lucide-react"
import type { ReactNode } from "react"
import { useNow } from "../../data/clock.ts"
import type { MailTrouble } from "../../data/mail-status.ts"
import { whenText, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { SetUpMail } from "../navigation/SetUpMail.tsx"
import styles from "./MailLines.module.css"
import type { Incoming, Outgoing, ThreadMail } from "./mail.ts"

interface MailLinesProps {
  mail: ThreadMail
  /** Why mail of its inbox waits, while it does. */
  trouble: MailTrouble | undefined
  /** Sends it again; undefined where one may not. */
  resend: (() => void) | undefined
}

/** What somebody has to know before they trust a message or rely on one: nothing where all is well. */
export function MailLines({ mail: { incoming, outgoing }, trouble, resend }: MailLinesProps) {
  const now = useNow()
  const waits = outgoing !== undefined && ["waiting", "held", "delayed"].includes(outgoing.state) ? trouble : undefined
  const delivery = waits ? [waitingLine(waits)] : outgoing ? deliveryOf(outgoing, now) : []
  const lines = [...(incoming ? warningsOf(incoming) : []), ...delivery]
  if (lines.length === 0) return null
  const isStuck = outgoing !== undefined && !waits && ["failed", "bounced", "partly", "held"].includes(outgoing.state)
  return (
    <div className={styles["lines"]}>
      {lines.map(({ tone, icon, words, more }) => (
        <p key={words} data-tone={tone}>
          {icon}{" "}
          <span>
            {words} {more}
          </span>
        </p>
      ))}
      {isStuck && resend && (
        <Button look="quiet" onClick={resend}>
          {text("mail.resend")}
        </Button>
      )}
    </div>
  )
}

interface Line {
  tone: "warning" | "danger" | "waiting" | "plain"
  icon: ReactNode
  words: string
  /** A link that helps. */
  more?: ReactNode
}

function waitingLine(trouble: MailTrouble): Line {
  return {
    tone: "waiting",
    icon: <Clock size={14} aria-hidden />,
    words: text("mail.waits", { reason: trouble.words }),
    more: <SetUpMail trouble={trouble} />,
  }
}

function warningsOf({ from, through, replyTo, repeats, stranger, dmarc, spf, flags, incomplete }: Incoming): Line[] {
  const warning = (words: string, icon: ReactNode): Line => ({ tone: "warning", icon, words })
  const lines: Line[] = []
  if (stranger) lines.push(warning(text("mail.stranger", { address: from }), <UserPlus size={14} aria-hidden />))
  if (dmarc === "fail" || (dmarc !== "pass" && spf === "fail"))
    lines.push(warning(text("mail.notVerified", { address: from }), <ShieldAlert size={14} aria-hidden />))
  for (const flag of ["several_from", "unclear_sender", "name_is_address", "mixed_scripts"] as const)
    if (flags.includes(flag)) lines.push(warning(text(`mail.flag.${flag}`), <ShieldAlert size={14} aria-hidden />))
  if (replyTo.length > 0)
    lines.push({
      tone: "plain",
      icon: <Inbox size={14} aria-hidden />,
      words: text("mail.replyTo", { addresses: replyTo.join(", "), address: from }),
    })
  if (through !== undefined)
    lines.push({
      tone: "plain",
      icon: <Inbox size={14} aria-hidden />,
      words: text("mail.through", { through, address: from }),
    })
  if (repeats)
    lines.push({
      tone: "plain",
      icon: <Repeat size={14} aria-hidden />,
      words: text("mail.repeats", { count: repeats.count, time: wholeMomentText(repeats.lastAt) }),
    })
  if (incomplete !== undefined) lines.push(warning(text("mail.incomplete"), <MailWarning size={14} aria-hidden />))
  return lines
}

function deliveryOf({ state, problem, nextAttemptAt, unsure, recipients }: Outgoing, now: number): Line[] {
  const lines: Line[] = []
  const danger = (words: string): Line => ({ tone: "danger", icon: <MailWarning size={14} aria-hidden />, words })
  if (state === "held") lines.push({ tone: "plain", icon: <Clock size={14} aria-hidden />, words: text("mail.held") })
  if (state === "delayed")
    lines.push({
      tone: "warning",
      icon: <Clock size={14} aria-hidden />,
      words:
        nextAttemptAt === undefined
          ? text("mail.delayed")
          : text("mail.delayed.until", { time: whenText(nextAttemptAt, now) }),
    })
  for (const { address, state: became, answer } of recipients)
    if (became === "failed" || became === "bounced")
      lines.push(
        danger(
          answer === undefined
            ? text("mail.notDelivered", { address })
            : text("mail.notDelivered.because", { address, answer }),
        ),
      )
  if (state === "failed" && lines.length === 0) lines.push(danger(problem ?? text("threads.bounced")))
  if (unsure) lines.push({ tone: "plain", icon: <Clock size={14} aria-hidden />, words: text("mail.unsure") })
  return lines
}

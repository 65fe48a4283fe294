import { Clock, Inbox, MailWarning, ShieldAlert, UserPlus } from "lucide-react"
import type { ReactNode } from "react"
import { useNow } from "../desk/clock.ts"
import { whenText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import styles from "./MailLines.module.css"
import type { Incoming, Outgoing, ThreadMail } from "./mail.ts"

interface MailLinesProps {
  mail: ThreadMail
  /** Sends it again; undefined where one may not. */
  resend: (() => void) | undefined
}

/** What somebody has to know before they trust a message or rely on one: nothing where all is well. */
export function MailLines({ mail: { incoming, outgoing }, resend }: MailLinesProps) {
  const now = useNow()
  const lines = [...(incoming ? warningsOf(incoming) : []), ...(outgoing ? deliveryOf(outgoing, now) : [])]
  if (lines.length === 0) return null
  const isStuck = outgoing !== undefined && ["failed", "bounced", "partly", "held"].includes(outgoing.state)
  return (
    <div className={styles["lines"]}>
      {lines.map(({ tone, icon, words }) => (
        <p key={words} data-tone={tone}>
          {icon} <span>{words}</span>
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
  tone: "warning" | "danger" | "plain"
  icon: ReactNode
  words: string
}

function warningsOf({ from, replyTo, stranger, dmarc, spf, flags, incomplete }: Incoming): Line[] {
  const warning = (words: string, icon: ReactNode): Line => ({ tone: "warning", icon, words })
  const lines: Line[] = []
  if (stranger) lines.push(warning(text("mail.stranger", { address: from }), <UserPlus size={14} aria-hidden />))
  if (dmarc === "fail" || (dmarc !== "pass" && spf === "fail"))
    lines.push(warning(text("mail.notVerified", { address: from }), <ShieldAlert size={14} aria-hidden />))
  for (const flag of ["several_from", "name_is_address", "mixed_scripts"] as const)
    if (flags.includes(flag)) lines.push(warning(text(`mail.flag.${flag}`), <ShieldAlert size={14} aria-hidden />))
  if (replyTo.length > 0)
    lines.push({
      tone: "plain",
      icon: <Inbox size={14} aria-hidden />,
      words: text("mail.replyTo", { addresses: replyTo.join(", ") }),
    })
  if (incomplete !== undefined) lines.push(warning(text("mail.incomplete"), <MailWarning size={14} aria-hidden />))
  return lines
}

function deliveryOf({ state, problem, nextAttemptAt, unsure, recipients }: Outgoing, now: number): Line[] {
  const lines: Line[] = []
  const danger = (words: string): Line => ({ tone: "danger", icon: <MailWarning size={14} aria-hidden />, words })
  if (state === "held") lines.push({ tone: "warning", icon: <Inbox size={14} aria-hidden />, words: text("mail.held") })
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

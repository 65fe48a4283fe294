import type { MailMessageDetails } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { Download, RotateCcw } from "lucide-react"
import { type ReactNode, useState } from "react"
import { desk } from "../../../data/client.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { wholeMomentText } from "../../../messages/moments.ts"
import { sizeText } from "../../../messages/numbers.ts"
import { numberText, text } from "../../../messages/settings.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { Section } from "../../../ui/parts/Section.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { useRefresh } from "../page/refresh.ts"
import { HeldSection } from "./HeldSection.tsx"
import styles from "./Ledger.module.css"
import { nameOf } from "./people.ts"
import { messageQuery } from "./queries.ts"

/** One message that came: what became of it, and all that is known of it. */
export function MessagePage() {
  return (
    <Allowed>
      <ReadMessage />
    </Allowed>
  )
}

function ReadMessage() {
  const { messageId } = useParams({ from: "/signed-in/settings/mail/messages/$messageId" })
  const details = useQuery(messageQuery(Number(messageId)))
  return <Loaded query={details}>{(found) => <ShownMessage details={found} />}</Loaded>
}

function ShownMessage({ details }: { details: MailMessageDetails }) {
  const { message, headers } = details
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const inbox = inboxes.find(({ id }) => id === message.mailboxId)?.name ?? ""
  const sender = [message.fromName, message.from && `<${message.from}>`].filter(Boolean).join(" ")
  return (
    <Page
      title={message.subject || text("ledger.noSubject")}
      lead={`${sender || text("ledger.unknownSender")} · ${inbox}`}
    >
      <Acts details={details} />
      {details.held && <HeldSection details={details} held={details.held} />}
      <Outcome details={details} />
      <Envelope envelope={details.envelope} />
      <Section title={text("ledger.headers")}>
        {headers.length === 0 ? (
          <p className={styles["faint"]}>{text("ledger.headers.none")}</p>
        ) : (
          <dl className={styles["headers"]}>
            {headers.map(({ name, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a header may stand there twice, and none ever moves
              <div key={index}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
    </Page>
  )
}

function Acts({ details: { message, canRerun, rawKept } }: { details: MailMessageDetails }) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const rerun = async () => {
    setBusy(true)
    try {
      await desk.messages.rerun(message.id)
      tell(text("ledger.rerun.done"))
    } catch (error) {
      tellFailure(error)
    }
    await refresh(["ledger"])
    setBusy(false)
  }
  return (
    <div className={styles["buttons"]}>
      {message.conversationId !== undefined && (
        <Link
          to="/conversation/$conversationId/$number"
          params={{ conversationId: String(message.conversationId), number: "1" }}
          className={styles["link"] ?? ""}
        >
          {text("ledger.open")}
        </Link>
      )}
      {canRerun && (
        <Button disabled={busy} onClick={() => void rerun()}>
          <RotateCcw size={15} aria-hidden /> {text("ledger.rerun")}
        </Button>
      )}
      {rawKept ? (
        <a className={styles["link"]} href={`/v2/messages/${message.id}/raw`} download={`message-${message.id}.eml`}>
          <Download size={15} aria-hidden /> {text("ledger.download")}
        </a>
      ) : (
        <p className={styles["faint"]}>{text("ledger.rawGone")}</p>
      )}
    </div>
  )
}

function Outcome({ details }: { details: MailMessageDetails }) {
  const { message, spf, dkim, dmarc, verified, judging, judgedBy, flags, whyText, decision } = details
  return (
    <dl className={styles["facts"]}>
      <Fact name={text("ledger.what")}>{text(`ledger.outcome.${message.outcome}`)}</Fact>
      {message.reasonText && <Fact name={text("ledger.reason")}>{message.reasonText}</Fact>}
      {decision && (
        <Fact name={text("held.decision")}>
          {text(`held.decision.${decision.decision}`, {
            name: nameOf(decision.decidedBy) ?? text("held.decision.somebody"),
            when: wholeMomentText(decision.decidedAt),
          })}
        </Fact>
      )}
      {whyText && <Fact name={text("ledger.why")}>{whyText}</Fact>}
      {message.duplicateOf !== undefined && (
        <Fact name={text("ledger.duplicateOf")}>
          <Link to="/settings/mail/messages/$messageId" params={{ messageId: String(message.duplicateOf) }}>
            {text("ledger.message", { id: String(message.duplicateOf) })}
          </Link>
        </Fact>
      )}
      <Fact name={text("ledger.arrived")}>
        {wholeMomentText(message.receivedAt)}, {text(`ledger.via.${message.via}`)}
      </Fact>
      {message.settledAt && <Fact name={text("ledger.settled")}>{wholeMomentText(message.settledAt)}</Fact>}
      <Fact name={text("ledger.attempts")}>{numberText(message.attempts)}</Fact>
      <Fact name={text("ledger.size")}>{sizeText(message.size)}</Fact>
      <Fact name={text("ledger.sender")}>
        {text(judging ? "ledger.judging" : verified ? "ledger.verified" : "ledger.unverified")}{" "}
        <small>
          SPF {spf} · DKIM {dkim} · DMARC {dmarc}
          {judgedBy !== undefined && ` · ${text("ledger.judgedBy", { server: judgedBy })}`}
        </small>
      </Fact>
      {flags.length > 0 && (
        <Fact name={text("ledger.flags")}>{flags.map((flag) => flag.replaceAll("_", " ")).join(", ")}</Fact>
      )}
    </dl>
  )
}

function Envelope({ envelope }: Pick<MailMessageDetails, "envelope">) {
  const { from, to, peerAddress, peerName, folder } = envelope
  const isEmpty = Object.keys(envelope).length === 0
  return (
    <Section title={text("ledger.envelope")} lead={text(isEmpty ? "ledger.envelope.none" : "ledger.envelope.lead")}>
      <dl className={styles["facts"]}>
        {from !== undefined && (
          <Fact name={text("ledger.envelope.from")}>{from || text("ledger.envelope.from.null")}</Fact>
        )}
        {to && to.length > 0 && <Fact name={text("ledger.envelope.to")}>{to.join(", ")}</Fact>}
        {peerAddress && (
          <Fact name={text("ledger.envelope.peer")}>{[peerName, peerAddress].filter(Boolean).join(" · ")}</Fact>
        )}
        {folder && <Fact name={text("ledger.envelope.folder")}>{folder}</Fact>}
      </dl>
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import type { ReactNode } from "react"
import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import styles from "./MailDetails.module.css"
import type { Incoming, Outgoing, ThreadMail } from "./mail.ts"

/** How a message came, why it stands here and what is known of its sender; or to whom one went, and what became of it. */
export function MailDetails({ mail: { incoming, outgoing } }: { mail: ThreadMail }) {
  return (
    <>
      {incoming && <Received incoming={incoming} />}
      {outgoing && <Sent outgoing={outgoing} />}
    </>
  )
}

function Received({ incoming }: { incoming: Incoming }) {
  const { from, fromName, through, replyTo, date, whyText, spf, dkim, dmarc, verified, judging, judgedBy, flags } =
    incoming
  return (
    <dl className={styles["facts"]}>
      <Fact name={text("mail.from")}>
        {fromName !== "" && `${fromName} `}
        {from === "" ? text("mail.unknownSender") : `<${from}>`}
      </Fact>
      {through !== undefined && <Fact name={text("mail.throughField")}>{through}</Fact>}
      {replyTo.length > 0 && <Fact name={text("mail.answersTo")}>{replyTo.join(", ")}</Fact>}
      {date !== undefined && <Fact name={text("mail.date")}>{date}</Fact>}
      <Fact name={text("mail.why")}>{whyText}</Fact>
      <Fact name={text("mail.sender")}>
        {text(judging ? "mail.judging" : verified ? "mail.verified" : "mail.unverified")}
        <small>
          SPF {spf} · DKIM {dkim} · DMARC {dmarc}
          {judgedBy !== undefined && ` · ${text("mail.judgedBy", { server: judgedBy })}`}
        </small>
      </Fact>
      {flags.length > 0 && (
        <Fact name={text("mail.flags")}>{flags.map((flag) => flag.replaceAll("_", " ")).join(", ")}</Fact>
      )}
    </dl>
  )
}

function Sent({ outgoing }: { outgoing: Outgoing }) {
  const { state, attempts, sentAt, recipients } = outgoing
  return (
    <dl className={styles["facts"]}>
      <Fact name={text("mail.state")}>
        {text(`mail.state.${state}`)}
        {sentAt !== undefined && <small>{wholeMomentText(sentAt)}</small>}
      </Fact>
      <Fact name={text("mail.attempts")}>{String(attempts)}</Fact>
      {recipients.map(({ address, role, state: became, answer }) => (
        <Fact key={address} name={text(`mail.role.${role}`)}>
          {address}
          <small>
            {text(`mail.state.${became}`)}
            {answer !== undefined && ` · ${answer}`}
          </small>
        </Fact>
      ))}
    </dl>
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

import type { Thread } from "@deskhand/sdk/client"
import {
  AlarmClock,
  Check,
  Clock,
  Eye,
  EyeOff,
  FilePen,
  Forward,
  NotebookPen,
  Phone,
  Smile,
  TriangleAlert,
  UserPen,
} from "lucide-react"
import type { ReactNode } from "react"
import { useNow } from "../../data/clock.ts"
import type { MailTrouble } from "../../data/mail-status.ts"
import { nameOf } from "../../data/people.ts"
import { whenText, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import type { Attachment } from "../../ui/message-body/attachments.ts"
import { useConsent } from "../../ui/message-body/consent.ts"
import { MessageBody } from "../../ui/message-body/MessageBody.tsx"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { AttachmentList } from "./AttachmentList.tsx"
import { toneOf } from "./groups.ts"
import { MailLines } from "./MailLines.tsx"
import type { ThreadMail } from "./mail.ts"
import { DraftBar, ReviewBar, ReviewNews, ScheduledBar } from "./ReviewBar.tsx"
import { useResend } from "./resend.ts"
import { ThreadMenu } from "./ThreadMenu.tsx"
import styles from "./ThreadView.module.css"

const none: readonly Attachment[] = []

interface ThreadViewProps {
  conversationId: number
  thread: Thread
  /** How it came, or what became of it, once that is known. */
  mail?: ThreadMail | undefined
  /** Why its mail waits, while it does. */
  trouble?: MailTrouble | undefined
  /** The address of the page names it. */
  linked?: boolean
  /** Keeps its place and its frame for another message, unseen. */
  spare?: boolean
}

/** May become another message's: what remembers anything of one is made anew for it. */
export function ThreadView(props: ThreadViewProps) {
  const { conversationId, thread, mail, trouble, linked = false, spare = false } = props
  const { id, body, createdBy, createdAt, to = [], cc = [], openedAt, scheduled } = thread
  const unsent = { conversationId, threadId: id, authorId: createdBy.id }
  const now = useNow()
  const consent = useConsent(id, createdBy)
  const tone = spare ? undefined : toneOf(thread)
  const author = nameOf(createdBy)
  const attachments = thread._embedded?.attachments ?? none
  const resend = useResend(conversationId, mail?.outgoing)
  const from = mail?.incoming?.from ?? ""
  const sentAt = mail?.outgoing?.state === "sent" ? mail.outgoing.sentAt : undefined
  const isSending = mail?.outgoing?.state === "waiting" && !trouble
  const receivers = tone === "note" || createdBy.type === "customer" ? [] : to
  return (
    <article
      className={styles["thread"]}
      data-tone={tone}
      data-linked={linked || undefined}
      hidden={spare}
      {...(!spare && { id: `thread-${id}` })}
      tabIndex={-1}
      aria-label={text("threads.body", { name: author })}
    >
      <Avatar name={author} team={createdBy.type === "team"} />
      <div className={styles["content"]}>
        <header className={styles["header"]}>
          <h2>{author}</h2>
          <span className={styles["space"]} />
          {isSending && (
            <span title={text("mail.sending")}>
              <Clock size={13} role="img" aria-label={text("mail.sending")} />
            </span>
          )}
          {sentAt && (
            <span title={text("mail.sentAt", { time: wholeMomentText(sentAt) })}>
              <Check size={13} role="img" aria-label={text("mail.sentAt", { time: wholeMomentText(sentAt) })} />
            </span>
          )}
          {openedAt && (
            <span title={text("threads.opened", { time: wholeMomentText(openedAt) })}>
              <Eye size={13} role="img" aria-label={text("threads.opened", { time: wholeMomentText(openedAt) })} />
            </span>
          )}
          <time dateTime={createdAt} title={wholeMomentText(createdAt)}>
            {whenText(createdAt, now)}
          </time>
          {!spare && (
            <ThreadMenu key={id} conversationId={conversationId} thread={thread} consent={consent} mail={mail} />
          )}
        </header>
        {(from !== "" || receivers.length > 0 || cc.length > 0) && (
          <p className={styles["receivers"]}>
            {from} {receivers.length > 0 && text("threads.to", { names: receivers.join(", ") })}{" "}
            {cc.length > 0 && text("threads.cc", { names: cc.join(", ") })}
          </p>
        )}
        <Labels thread={thread} trouble={trouble} />
        {mail && !spare && <MailLines mail={mail} trouble={trouble} resend={resend} />}
        {tone === "review" && <ReviewNews conversationId={conversationId} threadId={id} />}
        {body !== undefined && body !== "" && (
          <MessageBody threadId={id} html={body} author={author} attachments={attachments} consent={consent} />
        )}
        {!spare && <AttachmentList key={id} attachments={attachments.filter(({ inline }) => !inline)} />}
        {tone === "review" && <ReviewBar {...unsent} />}
        {tone === "draft" && <DraftBar {...unsent} />}
        {tone === "scheduled" && !scheduled?.undoable && <ScheduledBar {...unsent} />}
      </div>
    </article>
  )
}

function phoneText(customer: Thread["customer"]): string {
  return customer ? text("threads.phone.with", { name: nameOf(customer) }) : text("threads.phone")
}

interface LabelsProps {
  thread: Thread
  trouble: MailTrouble | undefined
}

/** What there is to say about it besides its words. */
function Labels({
  thread: { type, state, scheduled, rating, createdBy, performedBy, customer },
  trouble,
}: LabelsProps) {
  const labels: [ReactNode, string][] = []
  // Customers' words come in by other programs every day; that is not worth a line.
  if (performedBy && createdBy.type !== "customer")
    labels.push([<UserPen key="a" size={13} />, text("threads.performedBy", { name: nameOf(performedBy) })])
  if (scheduled?.undoable)
    labels.push([
      <AlarmClock key="a" size={13} />,
      trouble ? text("mail.waits", { reason: trouble.words }) : text("threads.sending"),
    ])
  else if (scheduled)
    labels.push([
      <AlarmClock key="a" size={13} />,
      text("threads.scheduled", { time: wholeMomentText(scheduled.scheduledFor) }),
    ])
  else if (state === "draft") labels.push([<FilePen key="a" size={13} />, text("threads.draft")])
  if (type === "note") labels.push([<NotebookPen key="a" size={13} />, text("threads.note")])
  if (type === "phone") labels.push([<Phone key="a" size={13} />, phoneText(customer)])
  if (type === "forwardparent" || type === "forwardchild")
    labels.push([<Forward key="a" size={13} />, text("threads.forwarded")])
  if (state === "bounced") labels.push([<TriangleAlert key="a" size={13} />, text("threads.bounced")])
  if (state === "review") labels.push([<TriangleAlert key="a" size={13} />, text("threads.review")])
  if (state === "hidden") labels.push([<EyeOff key="a" size={13} />, text("threads.hidden")])
  if (rating) {
    const said = rating.comments ? ` · ${rating.comments}` : ""
    labels.push([<Smile key="a" size={13} />, text(`threads.rating.${rating.rating}`) + said])
  }
  if (labels.length === 0) return null
  return (
    <ul className={styles["labels"]}>
      {labels.map(([icon, label]) => (
        <li key={label}>
          {icon} {label}
        </li>
      ))}
    </ul>
  )
}

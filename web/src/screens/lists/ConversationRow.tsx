import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { AlarmClock, Mail, MessageCircle, Phone } from "lucide-react"
import { memo, useEffect, useRef } from "react"
import { useNow } from "../../data/clock.ts"
import { prefetchConversation } from "../../data/conversations/prefetch.ts"
import { cursor } from "../../data/lists/cursor.ts"
import type { ListKey } from "../../data/lists/list-key.ts"
import { nameOf } from "../../data/people.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { agoText, urgencyOf, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { isTextField } from "../../ui/keyboard/shortcuts.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { TagChip } from "../../ui/parts/TagChip.tsx"
import { WaitingMark } from "../commands/WaitingMark.tsx"
import { Corner } from "../presence/PeopleHere.tsx"
import styles from "./ConversationRow.module.css"
import { QuickActions } from "./QuickActions.tsx"
import { SelectBox } from "./SelectBox.tsx"

export const rowHeight = 78

interface RowProps {
  conversation: Conversation
  index: number
  list: ListKey
  isOpen: boolean
  isPointed: boolean
  /** Whether the keys mean it, because no conversation is open. */
  takeFocusRequest: boolean
  isSelected: boolean
  /** Whether anything is selected: then every row shows its box. */
  selects: boolean
  onRange: (index: number) => void
}

const mostTags = 2

export const ConversationRow = memo(function ConversationRow({
  conversation,
  index,
  list,
  isOpen,
  isPointed,
  takeFocusRequest,
  isSelected,
  selects,
  onRange,
}: RowProps) {
  const { id, number, status, type, subject, preview, tags, assignee, threads } = conversation
  const link = useRef<HTMLAnchorElement>(null)
  const queryClient = useQueryClient()
  const me = useMe()
  const waits = conversation.customerWaitingSince !== undefined && status !== "closed" && status !== "spam"
  useEffect(() => {
    // A list that changes moves this row, also while somebody writes: letters must not become shortcuts then.
    if (takeFocusRequest && !isTextField(document.activeElement)) link.current?.focus({ preventScroll: true })
  }, [takeFocusRequest])
  return (
    <div
      className={styles["frame"]}
      data-selects={selects || undefined}
      {...(isSelected && { "data-selected": true })}
      {...(waits && { "data-waits": true })}
    >
      <Link
        ref={link}
        to="/conversation/$conversationId/$number"
        params={{ conversationId: String(id), number: String(number) }}
        search={{ list }}
        className={styles["row"] ?? ""}
        data-condition={status}
        activeProps={{}}
        {...(isPointed && { "data-pointed": true })}
        {...(isOpen && { "aria-current": true })}
        onClick={(event) => {
          if (event.shiftKey) {
            event.preventDefault()
            onRange(index)
          } else cursor.set({ list, index, id })
        }}
        onPointerEnter={() => prefetchConversation(queryClient, id)}
      >
        <span className={styles["bar"]} title={text(`status.${status}`)}>
          <span className="visually-hidden">{text(`status.${status}`)}</span>
        </span>
        <Corner conversationId={id} />
        <span className={styles["top"]}>
          <Channel type={type} />
          <span className={styles["customer"]}>{nameOf(conversation.primaryCustomer)}</span>
          {threads > 1 && (
            <span className={styles["threads"]} title={text("list.row.messages", { count: threads })}>
              {threads}
            </span>
          )}
          <span className={styles["space"]} />
          <WaitingMark conversationId={id} />
          <Waiting conversation={conversation} />
        </span>
        <span className={styles["subject"]}>{subject || text("list.noSubject")}</span>
        <span className={styles["bottom"]}>
          <span className={styles["preview"]}>{preview || text("list.noPreview")}</span>
          {tags.slice(0, mostTags).map((tag) => (
            <TagChip key={tag.id} tag={tag} />
          ))}
          {tags.length > mostTags && (
            <span className={styles["more"]} title={tags.map(({ tag }) => tag).join(", ")}>
              +{tags.length - mostTags}
            </span>
          )}
          {assignee && (
            <Avatar
              name={nameOf(assignee)}
              size="small"
              team={assignee.type === "team"}
              label={text("list.row.assigned", { name: nameOf(assignee) })}
            />
          )}
        </span>
      </Link>
      <SelectBox conversation={conversation} place={{ list, index }} isSelected={isSelected} onRange={onRange} />
      {mayAnswer(me) && <QuickActions conversation={conversation} />}
    </div>
  )
})

const channels = { email: Mail, chat: MessageCircle, phone: Phone }

function Channel({ type }: { type: Conversation["type"] }) {
  const Icon = channels[type]
  return <Icon size={13} className={styles["channel"]} role="img" aria-label={text(`channel.${type}`)} />
}

/** How long the customer has been waiting; where nobody waits, when it last changed. */
function Waiting({ conversation }: { conversation: Conversation }) {
  const now = useNow()
  const { customerWaitingSince: waiting, snooze, userUpdatedAt } = conversation
  if (snooze)
    return (
      <span className={styles["time"]} title={text("list.row.snoozed", { time: wholeMomentText(snooze.snoozedUntil) })}>
        <AlarmClock size={12} /> {agoText(userUpdatedAt, now)}
      </span>
    )
  const moment = waiting?.time ?? userUpdatedAt
  return (
    <time
      className={styles["time"]}
      dateTime={moment}
      title={wholeMomentText(moment)}
      {...(waiting && conversation.status !== "closed" && { "data-urgency": urgencyOf(waiting.time, now) })}
    >
      {agoText(moment, now)}
    </time>
  )
}

export function RowSkeleton() {
  return (
    <div className={styles["skeleton"]}>
      <Skeleton lines={["short", "middle", "long"]} />
    </div>
  )
}

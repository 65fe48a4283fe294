import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Mail, MessageCircle, Phone } from "lucide-react"
import { memo, useEffect, useRef } from "react"
import { giveCommand, scopeOf } from "../../data/commands/give.ts"
import { prefetchConversation } from "../../data/conversations/prefetch.ts"
import { cursor } from "../../data/lists/cursor.ts"
import type { ListKey, Sort } from "../../data/lists/list-key.ts"
import { isUnavailable, type RowMark as Mark } from "../../data/lists/marks.ts"
import { toggle } from "../../data/lists/selection.ts"
import { nameOf } from "../../data/people.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { isTextField } from "../../ui/keyboard/shortcuts.ts"
import { Marked } from "../../ui/marked/Marked.tsx"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { useChanged } from "../../ui/parts/changed.ts"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { TagChip } from "../../ui/parts/TagChip.tsx"
import { openCommandDialog } from "../commands/open-dialog.ts"
import { WaitingMark } from "../commands/WaitingMark.tsx"
import { Corner } from "../presence/PeopleHere.tsx"
import styles from "./ConversationRow.module.css"
import { QuickActions } from "./QuickActions.tsx"
import { RowMark } from "./RowMark.tsx"
import { RowTime } from "./RowTime.tsx"
import { useRowGestures } from "./row-gestures.ts"
import { SelectBox } from "./SelectBox.tsx"
import { SwipeAction } from "./SwipeAction.tsx"

export const rowHeight = 78

interface RowProps {
  conversation: Conversation
  index: number
  list: ListKey
  sort: Sort
  mark: Mark | undefined
  isUnread: boolean
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
  sort,
  mark,
  isUnread,
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
  const isGone = isUnavailable(mark)
  const changed = useChanged([status, assignee?.id, tags.map(({ tag }) => tag).sort()], id)
  useEffect(() => {
    // A list that changes moves this row, also while somebody writes: letters must not become shortcuts then.
    if (takeFocusRequest && !isTextField(document.activeElement)) link.current?.focus({ preventScroll: true })
  }, [takeFocusRequest])
  const scope = scopeOf(conversation)
  const { swipe, handlers, isTouched } = useRowGestures({
    onSwipe:
      mayAnswer(me) && !isGone
        ? (side) => {
            if (side === "right") openCommandDialog("snooze", scope)
            else giveCommand(scope, { status: status === "closed" ? "active" : "closed" })
          }
        : undefined,
    onLongPress: () => {
      if (!isGone) toggle({ list, index }, id)
    },
  })
  return (
    <div
      className={styles["frame"]}
      {...handlers}
      data-selects={selects || undefined}
      {...(isSelected && { "data-selected": true })}
      {...(isUnread && { "data-unread": true })}
      {...(mark && { "data-mark": mark })}
      {...changed}
    >
      {swipe && <SwipeAction swipe={swipe} isClosed={status === "closed"} />}
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
        disabled={isGone}
        {...(isGone && { tabIndex: -1 })}
        onClick={(event) => {
          if (isGone) event.preventDefault()
          else if (event.shiftKey) {
            event.preventDefault()
            onRange(index)
          } else if (selects && isTouched()) {
            event.preventDefault()
            toggle({ list, index }, id)
          } else cursor.set({ list, index, id })
        }}
        onPointerEnter={() => {
          if (!isGone) prefetchConversation(queryClient, id)
        }}
      >
        <span className={styles["bar"]} title={text(`status.${status}`)}>
          <span className="visually-hidden">{text(`status.${status}`)}</span>
        </span>
        <Corner conversationId={id} />
        <span className={styles["top"]}>
          <Channel type={type} />
          {isUnread && (
            <span className={styles["unread"]} title={text("list.row.unread")}>
              <span className="visually-hidden">{text("list.row.unread")}</span>
            </span>
          )}
          <span className={styles["customer"]}>
            <Marked text={nameOf(conversation.primaryCustomer)} />
          </span>
          {threads > 1 && (
            <span className={styles["threads"]} title={text("list.row.messages", { count: threads })}>
              {threads}
            </span>
          )}
          <span className={styles["space"]} />
          <WaitingMark conversationId={id} />
          <RowTime conversation={conversation} sort={sort} />
        </span>
        <span className={styles["subject"]}>
          <Marked text={subject || text("list.noSubject")} />
        </span>
        <span className={styles["bottom"]}>
          {mark && <RowMark mark={mark} conversation={conversation} />}
          <span className={styles["preview"]}>
            <Marked text={preview || text("list.noPreview")} />
          </span>
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
      {!isGone && (
        <SelectBox conversation={conversation} place={{ list, index }} isSelected={isSelected} onRange={onRange} />
      )}
      {mayAnswer(me) && !isGone && <QuickActions conversation={conversation} />}
    </div>
  )
})

const channels = { email: Mail, chat: MessageCircle, phone: Phone }

function Channel({ type }: { type: Conversation["type"] }) {
  const Icon = channels[type]
  return <Icon size={13} className={styles["channel"]} role="img" aria-label={text(`channel.${type}`)} />
}

export function RowSkeleton() {
  return (
    <div className={styles["skeleton"]}>
      <Skeleton lines={["short", "middle", "long"]} />
    </div>
  )
}

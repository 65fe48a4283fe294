import type { Conversation, ConversationPage } from "@deskhand/sdk/client"
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { MessagesSquare } from "lucide-react"
import type { ReactNode } from "react"
import { useNow } from "../../data/clock.ts"
import { useInboxes } from "../../data/inboxes.ts"
import type { ListKey } from "../../data/lists/list-key.ts"
import { nameOf } from "../../data/people.ts"
import { monthText, whenText, wholeMomentText } from "../../messages/moments.ts"
import { numberText } from "../../messages/numbers.ts"
import { text } from "../../messages/people.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Failure, Notice } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { TagChip } from "../../ui/parts/TagChip.tsx"
import styles from "./Timeline.module.css"

interface TimelineProps {
  /** Names whose it is. */
  of: readonly [noun: "customer" | "organization", id: number]
  read: (page: { page: number; size: number }) => Promise<ConversationPage>
  /** The list that stands beside a conversation that is opened from here. */
  list?: ListKey
  /** Whether it is told with whom each one is. */
  withCustomers?: boolean
  /** Beside the heading. */
  action?: ReactNode
  empty: string
}

const pageSize = 25

/** What was talked about, the newest first and by months. */
export function Timeline({ of, read, list, withCustomers = false, action, empty }: TimelineProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["others", "timeline", ...of],
    queryFn: ({ pageParam }) => read({ page: pageParam, size: pageSize }),
    initialPageParam: 1,
    getNextPageParam: ({ page }) => (page.number < page.totalPages ? page.number + 1 : undefined),
  })
  const total = data?.pages[0]?.page.totalElements
  // What came while pages were read has pushed others to the next one.
  const all = [
    ...new Map(data?.pages.flatMap(({ _embedded }) => _embedded.conversations).map((one) => [one.id, one])).values(),
  ]
  const months = Map.groupBy(all, ({ createdAt }) => monthText(createdAt))
  return (
    <section id="timeline" aria-label={text("people.timeline")} tabIndex={-1} className={styles["timeline"]}>
      <header className={styles["header"]}>
        <h2>{text("people.timeline")}</h2>
        <span>{total !== undefined && total > 0 && numberText(total)}</span>
        {total !== undefined && total > 0 && action}
      </header>
      {!data && error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={["middle", "long", "short", "middle", "long", "short"]} />}
      {total === 0 && (
        <Notice icon={<MessagesSquare size={22} />} title={text("people.timeline.empty")}>
          {empty}
        </Notice>
      )}
      {[...months].map(([month, conversations]) => (
        <section key={month} className={styles["month"]} aria-label={month}>
          <h3>{month}</h3>
          <ol>
            {conversations.map((conversation) => (
              <Entry key={conversation.id} conversation={conversation} list={list} withCustomer={withCustomers} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button className={styles["more"] ?? ""} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text("people.older", { count: (total ?? 0) - all.length })}
        </Button>
      )}
    </section>
  )
}

interface EntryProps {
  conversation: Conversation
  list: ListKey | undefined
  withCustomer: boolean
}

function Entry({ conversation, list, withCustomer }: EntryProps) {
  const { id, number, subject, status, preview, assignee, tags, threads, createdAt, primaryCustomer } = conversation
  const now = useNow()
  const inbox = useInboxes().inboxes?.find(({ id }) => id === conversation.mailboxId)?.name
  const facts = [
    `#${number}`,
    ...(withCustomer ? [nameOf(primaryCustomer)] : []),
    text(`status.${status}`),
    ...(inbox === undefined ? [] : [inbox]),
    text("list.row.messages", { count: threads }),
    ...(assignee ? [nameOf(assignee)] : []),
  ]
  return (
    <li className={styles["entry"]} data-status={status}>
      <Link
        to="/conversation/$conversationId/$number"
        params={{ conversationId: String(id), number: String(number) }}
        search={list === undefined ? {} : { list }}
      >
        <span className={styles["line"]}>
          <strong>{subject || text("list.noSubject")}</strong>
          <time dateTime={createdAt} title={wholeMomentText(createdAt)}>
            {whenText(createdAt, now)}
          </time>
        </span>
        <span className={styles["preview"]}>{preview || text("list.noPreview")}</span>
        <span className={styles["facts"]}>{facts.join(" · ")}</span>
      </Link>
      {tags.length > 0 && (
        <span className={styles["tags"]}>
          {tags.map((tag) => (
            <TagChip key={tag.id} tag={tag} />
          ))}
        </span>
      )}
    </li>
  )
}

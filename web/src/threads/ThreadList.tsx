import type { Thread } from "@deskhand/sdk/client"
import { useInfiniteQuery } from "@tanstack/react-query"
import { FileQuestion } from "lucide-react"
import { useNow } from "../desk/clock.ts"
import { nameOf } from "../desk/people.ts"
import { useStore } from "../desk/store.ts"
import { whenText, wholeMomentText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { Failure, Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { groupThreads } from "./groups.ts"
import { heldThread } from "./held.ts"
import { threadsOf, threadsQuery } from "./queries.ts"
import styles from "./ThreadList.module.css"
import { ThreadView } from "./ThreadView.tsx"

/** From this many on, changes in a row are folded. */
const foldedFrom = 3

/** The newest on top: what is to be answered is seen first. */
export function ThreadList({ conversationId }: { conversationId: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    threadsQuery(conversationId),
  )
  const held = useStore(heldThread)
  const threads = threadsOf(data?.pages ?? []).filter(({ id }) => id !== held)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section className={styles["threads"]} aria-label={text("conversation.threads")} tabIndex={0}>
      {!data && error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles["loading"]}>
          <Skeleton lines={["short", "long", "long", "middle"]} />
          <Skeleton lines={["short", "long", "middle"]} />
        </div>
      )}
      {data && threads.length === 0 && <Notice icon={<FileQuestion size={22} />} title={text("threads.empty")} />}
      {groupThreads(threads).map((group) =>
        group.kind === "message" ? (
          <ThreadView key={group.thread.id} conversationId={conversationId} thread={group.thread} />
        ) : (
          <Changes key={group.threads[0]?.id} threads={group.threads} />
        ),
      )}
      {hasNextPage && (
        <div className={styles["earlier"]}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text("threads.earlier")}
          </Button>
        </div>
      )}
    </section>
  )
}

function Changes({ threads }: { threads: readonly Thread[] }) {
  const lines = (
    <ul className={styles["changes"]}>
      {threads.map((thread) => (
        <Change key={thread.id} thread={thread} />
      ))}
    </ul>
  )
  if (threads.length < foldedFrom) return lines
  return (
    <details className={styles["folded"]}>
      <summary>{text("threads.changes", { count: threads.length })}</summary>
      {lines}
    </details>
  )
}

function Change({ thread: { action, createdBy, createdAt } }: { thread: Thread }) {
  const now = useNow()
  return (
    <li>
      <span>
        <strong>{nameOf(createdBy)}</strong> {action?.text ?? action?.type}
      </span>
      <time dateTime={createdAt} title={wholeMomentText(createdAt)}>
        {whenText(createdAt, now)}
      </time>
    </li>
  )
}

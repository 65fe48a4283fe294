import { useInfiniteQuery } from "@tanstack/react-query"
import { FileQuestion } from "lucide-react"
import { useLayoutEffect, useRef } from "react"
import { useConversation } from "../../data/conversations/cache.ts"
import { threadsOf, threadsQuery } from "../../data/conversations/threads.ts"
import { type MailTrouble, useMailTroubles } from "../../data/mail-status.ts"
import { usePreferences } from "../../data/preferences.ts"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Failure, Notice } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { Changes } from "./Changes.tsx"
import { composerThread } from "./composer-thread.ts"
import { useFrameSlots } from "./frame-slots.ts"
import { groupThreads } from "./groups.ts"
import { HeldReplies } from "./HeldReplies.tsx"
import { type ThreadMail, useMail } from "./mail.ts"
import { useProgressiveThreads } from "./progressive-threads.ts"
import styles from "./ThreadList.module.css"
import { ThreadView } from "./ThreadView.tsx"
import { useLinkedId, useLinkedThread, useThreadKeys } from "./walk.ts"

/** In the order that one likes; either way the newest is what is seen first. */
export function ThreadList({ conversationId }: { conversationId: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    threadsQuery(conversationId),
  )
  const { threadOrder } = usePreferences()
  const section = useRef<HTMLElement>(null)
  const isScrolled = useRef(false)
  const held = useStore(composerThread)
  const all = threadsOf(data?.pages ?? []).filter(({ id }) => id !== held)
  const linked = useLinkedId()
  const newestFirst = useProgressiveThreads(conversationId, all, { whole: linked !== undefined })
  const isDrawn = newestFirst.length === all.length
  const { mail, heldReplies } = useMail(conversationId, isDrawn && all.length > 0)
  const { data: conversation } = useConversation(conversationId)
  const troublesOf = useMailTroubles()
  const troubleOf = (mail: ThreadMail | undefined): MailTrouble | undefined => {
    const inboxId = mail?.outgoing?.mailboxId ?? conversation?.mailboxId
    return inboxId === undefined ? undefined : troublesOf(inboxId)[0]
  }
  const places = useFrameSlots(conversationId, newestFirst)
  useThreadKeys(section)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is begun at its beginning
  useLayoutEffect(() => {
    // Only where it was scrolled: to ask or to set it makes the browser lay everything out.
    if (isScrolled.current) section.current?.scrollTo(0, 0)
    isScrolled.current = false
    // Letters still mean what they did: whoever steps from one to the next goes on doing so.
    if (section.current?.contains(document.activeElement)) section.current.focus({ preventScroll: true })
  }, [conversationId])
  useLinkedThread(section, {
    linked,
    ids: newestFirst.map(({ id }) => id),
    hasEarlier: isDrawn && hasNextPage && !isFetchingNextPage,
    readEarlier: fetchNextPage,
  })
  const threads = threadOrder === "newest-first" ? newestFirst : newestFirst.toReversed()
  const earlier = isDrawn && hasNextPage && (
    <div className={styles["earlier"]}>
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {text("threads.earlier")}
      </Button>
    </div>
  )
  const messages = groupThreads(threads).map((group) =>
    group.kind === "message" ? (
      <ThreadView
        key={places.of(group.thread)}
        conversationId={conversationId}
        thread={group.thread}
        mail={mail.get(group.thread.id)}
        trouble={troubleOf(mail.get(group.thread.id))}
        linked={group.thread.id === linked}
      />
    ) : (
      <Changes key={`changes-${group.threads[0]?.id}`} threads={group.threads} />
    ),
  )
  const spare = places.spare.map(([place, thread]) => (
    <ThreadView key={place} conversationId={conversationId} thread={thread} spare />
  ))
  return (
    <section
      ref={section}
      className={styles["threads"]}
      data-order={threadOrder}
      onScroll={() => {
        isScrolled.current = true
      }}
      aria-label={text("conversation.threads")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
      tabIndex={0}
    >
      <div className={styles["column"]}>
        {!data && error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && (
          <div className={styles["loading"]}>
            <Skeleton lines={["short", "long", "long", "middle"]} />
            <Skeleton lines={["short", "long", "middle"]} />
          </div>
        )}
        {data && threads.length === 0 && <Notice icon={<FileQuestion size={22} />} title={text("threads.empty")} />}
        {threadOrder === "newest-first" && <HeldReplies replies={heldReplies} />}
        {threadOrder === "newest-last" && earlier}
        {threadOrder === "newest-first" ? [...messages, ...spare] : [...spare.toReversed(), ...messages]}
        {threadOrder === "newest-first" && earlier}
        {threadOrder === "newest-last" && <HeldReplies replies={heldReplies} />}
      </div>
    </section>
  )
}

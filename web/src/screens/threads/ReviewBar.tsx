import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { threadsOf, threadsQuery } from "../../data/conversations/threads.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { nameOf, useAssignees } from "../../data/people.ts"
import { useOthersAt } from "../../data/presence/others.ts"
import { useMe } from "../../data/session.ts"
import { tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { MessageBody } from "../../ui/message-body/MessageBody.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { requestedThread, seenBefore } from "./composer-thread.ts"
import styles from "./ReviewBar.module.css"

interface BarProps {
  conversationId: number
  threadId: number
  authorId: number
}

/** What came while a reply was written, to be read before it. */
export function ReviewNews({ conversationId, threadId }: Omit<BarProps, "authorId">) {
  const { data } = useInfiniteQuery(threadsQuery(conversationId))
  const senders = useOthersAt(conversationId, useMe().id).filter(({ sendsAt }) => sendsAt !== undefined)
  const people = useAssignees()
  const messages = threadsOf(data?.pages ?? []).filter(({ type, state }) => type !== "lineitem" && state !== "draft")
  // After a reload nobody knows what its writer had seen: at least what came after it is new.
  const known = messages.findIndex(({ id }) => id === (seenBefore.get(threadId) ?? threadId))
  const news = messages.slice(0, Math.max(0, known)).filter(({ id }) => id !== threadId)
  const count = news.length + senders.length
  if (count === 0) return null
  return (
    <section className={styles["news"]} aria-label={text("threads.review.news", { count })}>
      <h3>{text("threads.review.news", { count })}</h3>
      {news.toReversed().map(({ id, createdBy, body = "" }) => (
        <div key={id} className={styles["new"]}>
          <strong>{nameOf(createdBy)}</strong>
          <MessageBody threadId={id} html={body} author={nameOf(createdBy)} />
        </div>
      ))}
      {senders.map(({ userId }) => {
        const person = people.find(({ id }) => id === userId)
        const name = person ? nameOf(person) : text("presence.somebody")
        return (
          <p key={userId} className={styles["new"]}>
            {text("threads.review.sending", { name })}
          </p>
        )
      })}
    </section>
  )
}

/** For a reply that crossed something new: nothing has gone out yet. */
export function ReviewBar({ conversationId, threadId, authorId }: BarProps) {
  const decide = useDecision(conversationId)
  const isOwn = useMe().id === authorId
  const threads = desk.conversations.threads(conversationId)
  return (
    <p className={styles["bar"]}>
      <Button
        look="primary"
        onClick={() => decide(threads.patch(threadId, { op: "replace", path: "/state", value: "published" }))}
      >
        {text("threads.review.send")}
      </Button>
      {isOwn && <Button onClick={() => requestedThread.set(threadId)}>{text("threads.review.edit")}</Button>}
      <Button onClick={() => decide(threads.delete(threadId))}>{text("threads.review.discard")}</Button>
    </p>
  )
}

/** For a draft that stands in no composer: one's own can be gone on with. */
export function DraftBar({ conversationId, threadId, authorId }: BarProps) {
  const decide = useDecision(conversationId)
  if (useMe().id !== authorId) return null
  const threads = desk.conversations.threads(conversationId)
  return (
    <p className={styles["bar"]}>
      <Button onClick={() => requestedThread.set(threadId)}>{text("threads.review.edit")}</Button>
      <Button onClick={() => decide(threads.delete(threadId))}>{text("threads.review.discard")}</Button>
    </p>
  )
}

/** For a reply that waits for its time. */
export function ScheduledBar({ conversationId, threadId, authorId }: BarProps) {
  const decide = useDecision(conversationId)
  const isOwn = useMe().id === authorId
  const threads = desk.conversations.threads(conversationId)
  const cancel = async () => {
    await threads.unschedule(threadId)
    if (isOwn) requestedThread.set(threadId)
  }
  return (
    <p className={styles["bar"]}>
      <Button onClick={() => decide(threads.sendScheduled(threadId))}>{text("threads.sendNow")}</Button>
      <Button onClick={() => decide(cancel())}>{text("threads.unschedule")}</Button>
    </p>
  )
}

function useDecision(conversationId: number): (task: Promise<unknown>) => void {
  const queryClient = useQueryClient()
  const decide = async (task: Promise<unknown>) => {
    try {
      await task
    } catch (error) {
      tellFailure(error)
    }
    refreshUnlessLive(queryClient, conversationId)
  }
  return (task) => void decide(task)
}

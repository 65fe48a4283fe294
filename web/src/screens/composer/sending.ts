import type { Conversation, Thread } from "@deskhand/sdk/client"
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { desk } from "../../data/client.ts"
import { threadsOf, threadsQuery } from "../../data/conversations/threads.ts"
import { useMoves } from "../../data/lists/cursor.ts"
import type { ListKey } from "../../data/lists/list-key.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { awaitDelivery, stopAwaiting } from "../../data/live/deliveries.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { knownTrouble } from "../../data/mail-status.ts"
import { nameOf } from "../../data/people.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { focusGuard } from "../../ui/keyboard/moved-focus.ts"
import { requestedThread, seenBefore } from "../threads/composer-thread.ts"
import type { Outcome } from "./draft-saver.ts"

/** Where somebody goes from what they have answered. */
export function useLeaving(view: ListView, conversationId: number) {
  const navigate = useNavigate()
  const { move } = useMoves(view, conversationId)
  return async (where: "next" | "stay" | "list"): Promise<void> => {
    if (where === "stay" || (where === "next" && (await move(1)))) return
    await navigate({ to: "/list/$list", params: { list: view.list } })
  }
}

interface Sent {
  undoSeconds: number
  lastSeenThreadId: number | undefined
  /** Whether there is an address that it goes to. */
  isAddressed: boolean
}

type SentConversation = Pick<Conversation, "id" | "number" | "mailboxId" | "primaryCustomer">

/** Tells what has become of a reply, and how to take it back. */
export function useTelling(list: ListKey) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function undo({ id, number }: SentConversation, threadId: number): Promise<void> {
    try {
      await desk.conversations.threads(id).patch(threadId, { op: "replace", path: "/state", value: "draft" })
      stopAwaiting(threadId)
      // The composer takes it up as soon as the conversation is there, and gets the focus.
      requestedThread.set(threadId)
      await navigate({
        to: "/conversation/$conversationId/$number",
        params: { conversationId: String(id), number: String(number) },
        search: { list },
      })
      await queryClient.invalidateQueries({ queryKey: ["threads", id] })
    } catch (error) {
      tellFailure(error)
    }
  }

  /** What is so by now: it has gone nowhere yet. */
  function sendingText({ primaryCustomer, mailboxId }: SentConversation, isAddressed: boolean): string {
    const name = nameOf(primaryCustomer)
    const trouble = knownTrouble(queryClient, mailboxId)
    if (!isAddressed) return text("composer.unaddressed", { name })
    return trouble ? text("composer.waits", { name, reason: trouble.words }) : text("composer.sending", { name })
  }

  return (conversation: SentConversation, { threadId, state }: Outcome, sent: Sent): void => {
    const { undoSeconds, lastSeenThreadId, isAddressed } = sent
    const { id, primaryCustomer } = conversation
    if (state === "review") {
      if (lastSeenThreadId !== undefined) seenBefore.set(threadId, lastSeenThreadId)
      tell(text("composer.review"))
    } else {
      const back = { undo: () => void focusGuard.during(undo(conversation, threadId)), undoSeconds }
      tell(sendingText(conversation, isAddressed), state === "draft" ? back : {})
      awaitDelivery(threadId, (became) => {
        if (became === "sent") tell(text("composer.sent", { name: nameOf(primaryCustomer) }))
      })
    }
    refreshUnlessLive(queryClient, id)
  }
}

/**
 * The newest thread that the writer could see, so that a reply which crosses a newer one waits. A reply of one's own that
 * is in its undo time counts, by the time it was sent.
 */
export function lastSeenIn(queryClient: QueryClient, conversationId: number): number | undefined {
  const data = queryClient.getQueryData(threadsQuery(conversationId).queryKey)
  return threadsOf(data?.pages ?? [])
    .filter(({ state, type, scheduled }) => type !== "lineitem" && (state !== "draft" || scheduled?.undoable === true))
    .reduce<Thread | undefined>((newest, one) => (newest && sentAt(newest) >= sentAt(one) ? newest : one), undefined)
    ?.id
}

function sentAt({ scheduled, createdAt }: Thread): string {
  return scheduled?.undoable ? scheduled.createdAt : createdAt
}

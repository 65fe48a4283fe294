import type { ConversationMail } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { desk } from "../../data/client.ts"

export type Incoming = ConversationMail["incoming"][number]
export type HeldReply = ConversationMail["held"][number]
export type Outgoing = ConversationMail["outgoing"][number]

/** How one message came, or what became of it. */
export interface ThreadMail {
  incoming?: Incoming
  outgoing?: Outgoing
}

export function mailQuery(conversationId: number) {
  return queryOptions({
    queryKey: ["mail", conversationId],
    queryFn: () => desk.conversations.mail(conversationId),
  })
}

const nothingHeld: readonly HeldReply[] = []

/** By the ids of threads. It is asked for when the messages are there: they are what people came for. */
export function useMail(conversationId: number, isDrawn: boolean) {
  const { data } = useQuery({ ...mailQuery(conversationId), enabled: isDrawn })
  return { mail: useMemo(() => byThread(data), [data]), heldReplies: data?.held ?? nothingHeld }
}

function byThread(mail: ConversationMail | undefined): ReadonlyMap<number, ThreadMail> {
  const threads = new Map<number, ThreadMail>()
  for (const incoming of mail?.incoming ?? []) threads.set(incoming.threadId, { incoming })
  for (const outgoing of mail?.outgoing ?? []) {
    // Of a reply and the answer that the desk itself sent, people want to know of the reply.
    const before = threads.get(outgoing.threadId)
    if (before?.outgoing === undefined || outgoing.kind !== "auto-reply")
      threads.set(outgoing.threadId, { ...before, outgoing })
  }
  return threads
}

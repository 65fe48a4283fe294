import type { Conversation } from "@deskhand/sdk/client"
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query"
import type { Person } from "../desk/people.ts"
import { connection } from "../live/connection.ts"
import { tell, tellFailure } from "../parts/toasts.ts"
import { changeShown } from "./cache.ts"
import { assignDeed, type Deed, restoreDeed, snoozeDeed, statusDeed, subjectDeed, tagsDeed, wakeDeed } from "./deeds.ts"

/** What can be done with a conversation, each at once. What does not change anything is not sent. */
export interface Actions {
  setStatus(status: Conversation["status"]): Promise<void>
  assign(to: Person | undefined): Promise<void>
  setTags(tags: Conversation["tags"]): Promise<void>
  setSubject(subject: string): Promise<void>
  snooze(until: Date, wakeOnReply: boolean): Promise<void>
  wake(): Promise<void>
  restore(): Promise<void>
}

export function useActions(conversation: Conversation): Actions {
  return actionsOn(useQueryClient(), conversation)
}

export function actionsOn(queryClient: QueryClient, conversation: Conversation): Actions {
  const act = (deed: Deed) => perform(queryClient, conversation.id, deed)
  const unless = (same: boolean, deed: Deed) => (same ? Promise.resolve() : act(deed))
  return {
    setStatus: (status) => unless(status === conversation.status, statusDeed(conversation, status)),
    assign: (to) => unless(to?.id === conversation.assignee?.id, assignDeed(conversation, to)),
    setTags: (tags) => act(tagsDeed(conversation, tags)),
    setSubject: (subject) => unless(subject === conversation.subject, subjectDeed(conversation, subject)),
    snooze: (until, wakeOnReply) => {
      const snooze = { snoozedUntil: until.toISOString(), unsnoozeOnCustomerReply: wakeOnReply }
      return act(snoozeDeed(conversation, snooze))
    },
    wake: () => unless(!conversation.snooze, wakeDeed(conversation)),
    restore: () => act(restoreDeed(conversation)),
  }
}

/** Shown at once, and taken back where the desk refuses. */
async function perform(queryClient: QueryClient, id: number, { shown, send, done, back }: Deed): Promise<void> {
  // An answer that is under way was given before this, and would show the old state once more.
  await Promise.all([
    queryClient.cancelQueries({ queryKey: ["list"] }),
    queryClient.cancelQueries({ queryKey: ["conversation", id] }),
  ])
  const takeBack = changeShown(queryClient, id, shown)
  const readSince = watchReads(queryClient, id)
  try {
    await send()
    const read = readSince()
    if (read.length > 0) changeShown(queryClient, id, shown)
    for (const { queryKey } of read) void queryClient.invalidateQueries({ queryKey, exact: true })
    tell(done, back && { undo: () => void perform(queryClient, id, back) })
  } catch (error) {
    takeBack()
    tellFailure(error)
  }
  refreshUnlessLive(queryClient, id)
}

/** What has been read since, or is being read: it may have been answered before the desk had done what it was asked for. */
function watchReads(queryClient: QueryClient, id: number): () => Query[] {
  const cache = queryClient.getQueryCache()
  const find = () => [["list"], ["conversation", id]].flatMap((queryKey) => cache.findAll({ queryKey }))
  const before = new Map(find().map((query) => [query, query.state.dataUpdateCount]))
  return () =>
    find().filter((query) => {
      const { fetchStatus, dataUpdateCount } = query.state
      return fetchStatus === "fetching" || dataUpdateCount !== before.get(query)
    })
}

/** The stream tells of our own changes too; only without it do we have to ask. */
export function refreshUnlessLive(queryClient: QueryClient, id: number): void {
  if (connection.get() === "connected") return
  for (const queryKey of [["list"], ["folders"], ["conversation", id], ["threads", id]])
    void queryClient.invalidateQueries({ queryKey })
}

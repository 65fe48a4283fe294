import type { Conversation } from "@deskhand/sdk/client"
import type { QueryClient } from "@tanstack/react-query"
import { connection } from "../live/connection.ts"
import type { Person } from "../people.ts"
import { type Change, valuesBefore } from "./change.ts"
import { giveCommand } from "./give.ts"

/** What can be done with a conversation. Each is shown at once; what does not change anything is not sent. */
export interface Actions {
  setStatus(status: Conversation["status"]): void
  assign(to: Person | undefined): void
  setTags(tags: Conversation["tags"]): void
  setSubject(subject: string): void
  snooze(until: Date, wakeOnReply: boolean): void
  wake(): void
  restore(): void
}

export function actionsOn(conversation: Conversation): Actions {
  const { id, number, subject, threads: messages } = conversation
  const give = (change: Change) =>
    giveCommand({
      target: { ids: [id], count: 1, number, subject },
      change,
      bulk: false,
      before: { ...valuesBefore(conversation, change), messages },
    })
  const unless = (isSame: boolean, change: Change) => {
    if (!isSame) give(change)
  }
  return {
    setStatus: (status) => unless(status === conversation.status, { status }),
    assign: (to) => unless(to?.id === conversation.assignee?.id, { assignee: to ?? null }),
    setTags: (tags) => give({ tags }),
    setSubject: (next) => unless(next === subject, { subject: next }),
    snooze: (until, wakeOnReply) =>
      give({ snooze: { snoozedUntil: until.toISOString(), unsnoozeOnCustomerReply: wakeOnReply } }),
    wake: () =>
      unless(!conversation.snooze, { snooze: null, status: conversation.status === "spam" ? "spam" : "active" }),
    // Only who administers the desk may; whoever has deleted it can also undo that for a while.
    restore: () => give({ state: "published" }),
  }
}

/** The stream tells of our own changes too; only without it do we have to ask. */
export function refreshUnlessLive(queryClient: QueryClient, id: number): void {
  if (connection.get() === "connected") return
  for (const queryKey of [["list"], ["folders"], ["conversation", id], ["threads", id]])
    void queryClient.invalidateQueries({ queryKey })
}

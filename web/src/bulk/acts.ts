import type { Conversation, Tag } from "@deskhand/sdk/client"
import type { QueryClient } from "@tanstack/react-query"
import { actionsOn } from "../conversations/actions.ts"
import { wornAs } from "../conversations/deeds.ts"
import { nameOf, type Person } from "../desk/people.ts"
import { wholeMomentText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"
import { begin, type Which, type Wish } from "./running.ts"

type Status = Conversation["status"]

/** What can be done to whatever is meant: the open conversation, a row, or all that is selected. */
export interface Acts {
  /** Where it is about one alone. */
  conversation?: Conversation
  which: Which
  setStatus(status: Status): void
  assign(to: Person | undefined): void
  tag(name: string, known: readonly Tag[]): void
  untag(name: string): void
  snooze(until: Date, wakeOnReply: boolean): void
  move(inbox: { id: number; name: string }): void
  remove(): void
}

/** Moving and deleting are asked for as of many, because only so they can be undone wholly and by everybody. */
export function actsOnOne(queryClient: QueryClient, conversation: Conversation): Acts {
  const actions = actionsOn(queryClient, conversation)
  const which = { ids: [conversation.id], count: 1 }
  const asOfMany = actsOnMany(queryClient, which)
  const others = (name: string) => conversation.tags.filter(({ tag }) => tag.toLowerCase() !== name.toLowerCase())
  return {
    conversation,
    which,
    setStatus: (status) => void actions.setStatus(status),
    assign: (to) => void actions.assign(to),
    tag: (name, known) => void actions.setTags([...others(name), wornAs(name, known)]),
    untag: (name) => void actions.setTags(others(name)),
    snooze: (until, wakeOnReply) => void actions.snooze(until, wakeOnReply),
    move: asOfMany.move,
    remove: asOfMany.remove,
  }
}

export function actsOnMany(queryClient: QueryClient, which: Which): Acts {
  const wish = (wish: Wish) => void begin(queryClient, which, wish)
  return {
    which,
    setStatus: (status) =>
      wish({
        action: { action: "status", status },
        shown: (shown) => ({ ...shown, status }),
        done: (count) => text("bulk.status.done", { count, status: text(`status.${status}`) }),
      }),
    assign: (to) =>
      wish({
        action: { action: "assign", assignTo: to?.id ?? null },
        shown: ({ assignee: _, ...rest }) => ({ ...rest, ...(to && { assignee: to }) }),
        done: (count) =>
          to ? text("bulk.assigned.done", { count, name: nameOf(to) }) : text("bulk.unassigned.done", { count }),
      }),
    tag: (name, known) =>
      wish({
        action: { action: "tag", addTags: [name] },
        shown: (shown) => ({ ...shown, tags: [...without(shown, name), wornAs(name, known)] }),
        done: (count) => text("bulk.tagged.done", { count, name }),
      }),
    untag: (name) =>
      wish({
        action: { action: "tag", removeTags: [name] },
        shown: (shown) => ({ ...shown, tags: without(shown, name) }),
        done: (count) => text("bulk.untagged.done", { count, name }),
      }),
    snooze: (until, unsnoozeOnCustomerReply) => {
      const snooze = { snoozedUntil: until.toISOString(), unsnoozeOnCustomerReply }
      wish({
        action: { action: "snooze", ...snooze },
        shown: (shown) => ({ ...shown, snooze: { snoozedBy: 0, ...snooze } }),
        done: (count) => text("bulk.snooze.done", { count, time: wholeMomentText(snooze.snoozedUntil) }),
      })
    },
    move: ({ id, name }) =>
      wish({
        action: { action: "move", mailboxId: id },
        shown: (shown) => ({ ...shown, mailboxId: id }),
        done: (count) => text("bulk.move.done", { count, name }),
      }),
    remove: () =>
      wish({
        action: { action: "delete" },
        shown: (shown) => ({ ...shown, state: "deleted" }),
        done: (count) => text("bulk.delete.done", { count }),
      }),
  }
}

function without({ tags }: Conversation, name: string): Conversation["tags"] {
  return tags.filter(({ tag }) => tag.toLowerCase() !== name.toLowerCase())
}

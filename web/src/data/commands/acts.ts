import type { Conversation, Tag } from "@deskhand/sdk/client"
import type { Person } from "../people.ts"
import { tagNamed } from "../tags.ts"
import { actionsOn } from "./actions.ts"
import { type Change, isSameTag } from "./change.ts"
import type { CommandTarget } from "./command.ts"
import { giveCommand } from "./give.ts"

type Status = Conversation["status"]

/** What can be done to whatever is meant: the open conversation, a row, or all that is selected. */
export interface Acts {
  /** Where it is about one alone. */
  conversation?: Conversation
  which: CommandTarget
  setStatus(status: Status): void
  assign(to: Person | undefined): void
  tag(name: string, known: readonly Tag[]): void
  untag(name: string): void
  snooze(until: Date, wakeOnReply: boolean): void
  move(inbox: { id: number; name: string }): void
  remove(): void
}

/** Moving and deleting are asked for as of many, because only so they can be undone wholly and by everybody. */
export function actsOnOne(conversation: Conversation): Acts {
  const { id, number, subject, tags } = conversation
  const actions = actionsOn(conversation)
  const which = { ids: [id], count: 1, number, subject }
  const { move, remove } = actsOnMany(which)
  const others = (name: string) => tags.filter(({ tag }) => !isSameTag(tag, name))
  return {
    conversation,
    which,
    setStatus: actions.setStatus,
    assign: actions.assign,
    tag: (name, known) => actions.setTags([...others(name), tagNamed(name, known)]),
    untag: (name) => actions.setTags(others(name)),
    snooze: actions.snooze,
    move,
    remove,
  }
}

/** The desk makes such a change in its own time, and what it could not do is read again at the end. */
export function actsOnMany(which: CommandTarget): Acts {
  const give = (change: Change) => giveCommand({ target: which, change, bulk: true })
  return {
    which,
    setStatus: (status) => give({ status }),
    assign: (to) => give({ assignee: to ?? null }),
    tag: (name, known) => give({ addTag: tagNamed(name, known) }),
    untag: (name) => give({ removeTag: name }),
    snooze: (until, unsnoozeOnCustomerReply) =>
      give({ snooze: { snoozedUntil: until.toISOString(), unsnoozeOnCustomerReply } }),
    move: ({ id, name }) => give({ inbox: { id, name } }),
    remove: () => give({ state: "deleted" }),
  }
}

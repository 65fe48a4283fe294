import type { Conversation, Tag } from "@deskhand/sdk/client"
import { desk } from "../desk/client.ts"
import { nameOf, type Person } from "../desk/people.ts"
import { wholeMomentText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"

/** Something done to a conversation: how it is shown at once, what the desk is asked for, what people are told, and the way back. */
export interface Deed {
  shown: (conversation: Conversation) => Conversation
  send: () => Promise<void>
  done: string
  back?: Deed
}

type Status = Conversation["status"]

export function statusDeed({ id, status: before }: Conversation, status: Status): Deed {
  const set = (status: Status): Deed => ({
    shown: (shown) => ({ ...shown, status }),
    send: () => desk.conversations.patch(id, { op: "replace", path: "/status", value: status }),
    done: text("action.status", { status: text(`status.${status}`) }),
  })
  return { ...set(status), back: set(before) }
}

export function assignDeed({ id, assignee: before }: Conversation, to: Person | undefined): Deed {
  const assign = (to: Person | undefined): Deed => ({
    shown: ({ assignee: _, ...rest }) => ({ ...rest, ...(to && { assignee: to }) }),
    send: () =>
      desk.conversations.patch(
        id,
        to ? { op: "replace", path: "/assignTo", value: to.id } : { op: "remove", path: "/assignTo" },
      ),
    done: to ? text("action.assigned", { name: nameOf(to) }) : text("action.unassigned"),
  })
  return { ...assign(to), back: assign(before) }
}

export function tagsDeed({ id, tags: before }: Conversation, tags: Conversation["tags"]): Deed {
  const set = (tags: Conversation["tags"]): Deed => ({
    shown: (shown) => ({ ...shown, tags }),
    send: () => {
      const names = tags.map(({ tag }) => tag)
      return desk.conversations.setTags(id, names)
    },
    done: text("action.tags"),
  })
  return { ...set(tags), back: set(before) }
}

/** Until the desk says how it looks, it is grey. */
export function wornAs(name: string, known: readonly Tag[]): Conversation["tags"][number] {
  const tag = known.find((one) => one.name.toLowerCase() === name.toLowerCase())
  const fill = (colour: string) => ({ fill: colour })
  return {
    id: tag?.id ?? 0,
    color: tag?.color ?? "#7f8c8d",
    tag: tag?.name ?? name,
    styles: {
      default: { background: fill("#e8eaea"), text: fill("#2c3131") },
      dark: { background: fill("#2c3131"), text: fill("#e5e8e8") },
    },
  }
}

export function subjectDeed({ id, subject: before }: Conversation, subject: string): Deed {
  const set = (subject: string): Deed => ({
    shown: (shown) => ({ ...shown, subject }),
    send: () => desk.conversations.patch(id, { op: "replace", path: "/subject", value: subject }),
    done: text("action.subject"),
  })
  return { ...set(subject), back: set(before) }
}

type Snooze = Pick<NonNullable<Conversation["snooze"]>, "snoozedUntil" | "unsnoozeOnCustomerReply">

export function snoozeDeed(conversation: Conversation, snooze: Snooze): Deed {
  const { snooze: before } = conversation
  return { ...asleep(conversation, snooze), back: before ? asleep(conversation, before) : awake(conversation) }
}

export function wakeDeed(conversation: Conversation): Deed {
  const { snooze } = conversation
  const wake = awake({ ...conversation, status: conversation.status === "spam" ? "spam" : "active" })
  return { ...wake, ...(snooze && { back: asleep(conversation, snooze) }) }
}

/** With the status that it has now. */
function asleep({ id, status }: Conversation, snooze: Snooze): Deed {
  return {
    shown: (shown) => ({ ...shown, status, snooze: { snoozedBy: 0, ...snooze } }),
    async send() {
      const { snoozedUntil, unsnoozeOnCustomerReply } = snooze
      await desk.conversations.snooze(id, { snoozedUntil, unsnoozeOnCustomerReply })
    },
    done: text("action.snoozed", { time: wholeMomentText(snooze.snoozedUntil) }),
  }
}

/** The desk makes what wakes active; it gets the status that it is to have. */
function awake({ id, status }: Conversation): Deed {
  return {
    shown: ({ snooze: _, ...rest }) => ({ ...rest, status }),
    async send() {
      await desk.conversations.wake(id)
      if (status === "closed" || status === "pending")
        await desk.conversations.patch(id, { op: "replace", path: "/status", value: status })
    },
    done: text("action.woken"),
  }
}

/** Only who administers the desk may; whoever has deleted it can also undo that for a while. */
export function restoreDeed({ id }: Conversation): Deed {
  return {
    shown: (shown) => ({ ...shown, state: "published" }),
    send: () => desk.conversations.patch(id, { op: "replace", path: "/state", value: "published" }),
    done: text("action.restored"),
  }
}

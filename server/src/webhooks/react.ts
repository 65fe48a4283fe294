import { type EventName, eventKinds } from "@deskhand/contract/events/event-kinds"
import { type Db, sql } from "../db/db.ts"
import type { Occasion, Reaction } from "../events/dispatch.ts"
import type { EventRow } from "../events/queries.ts"
import { insertDeliveries, insertMessages, listListeners, type NewDelivery } from "./deliveries/owe.ts"
import { disableForsaken } from "./disable.ts"
import { covers, type Form, formFor, laneOf, nameFor } from "./hears.ts"
import { idOf, linkTo, loadSubjects, type Subjects } from "./payload.ts"

/** Each webhook is owed what it hears, with what is sent, also while it is disabled. */
const deliver: Reaction = {
  name: "webhooks",
  minIntervalMs: 50,
  hears: eventKinds,
  needs: sql`exists (select from webhooks)`,
  async react(db, events, occasion) {
    const listeners = await listListeners(db)
    const heard = events.flatMap((event) =>
      listeners.flatMap((webhook) => {
        const name = nameFor(webhook, event)
        const form = formFor(webhook, event)
        return name === undefined || form === undefined ? [] : [{ event, webhook, name, form }]
      }),
    )
    if (heard.length === 0) return
    const subjects = await loadSubjects(db, wanted(heard), occasion)
    const told = heard.map(({ event, webhook, name, form }) => {
      const inboxId = subjects(event)?.inboxId ?? null
      // Moved on since: what it is now is not for this webhook, although what happened was.
      const left = form === "whole" && inboxId !== null && !covers(webhook, inboxId)
      return { event, webhookId: webhook.id, name, form: left ? ("gone" as const) : form }
    })
    await owe(db, told, { ...occasion, subjects })
  },
}

interface Told {
  event: EventRow
  webhookId: number
  name: EventName
  form: Form
}

function wanted(heard: Pick<Told, "event" | "form">[]): EventRow[] {
  return [...new Set(heard.filter(({ form }) => form === "whole").map(({ event }) => event))]
}

/** Who are sent the same share one message. */
async function owe(db: Db, told: Told[], { subjects, origin, now }: Occasion & { subjects: Subjects }): Promise<void> {
  const keyOf = ({ event, form }: Told) => `${event.number}:${form}`
  const forms = new Map(told.map((entry) => [keyOf(entry), entry]))
  const ids = await insertMessages(
    db,
    [...forms.values()].map(({ event, form }) => bodyOf(event, { form, subjects, origin })),
    now,
  )
  const idByKey = new Map([...forms.keys()].map((key, place) => [key, ids[place] ?? 0]))
  const deliveries = told.map(
    (entry): NewDelivery => ({
      webhookId: entry.webhookId,
      messageId: idByKey.get(keyOf(entry)) ?? 0,
      kind: entry.name,
      eventNumber: entry.event.number,
      inboxId: entry.form === "gone" ? entry.event.from_inbox_id : entry.event.inbox_id,
      lane: laneOf(entry.event),
    }),
  )
  await insertDeliveries(db, deliveries, now)
}

function bodyOf(
  event: EventRow,
  { form, subjects, origin }: { form: Form; subjects: Subjects; origin: string },
): string {
  if (form === "link") return JSON.stringify(linkTo(event, origin))
  return (form === "whole" && subjects(event)?.text) || JSON.stringify(idOf(event))
}

/** Nothing is sent for somebody who may no longer read it. */
const disable: Reaction = {
  name: "webhooks.disable",
  hears: ["user.deleted", "user.updated"],
  react: (db, events) =>
    disableForsaken(
      db,
      events.map(({ subject_id }) => subject_id),
    ),
}

export const webhookReactions = [deliver, disable]

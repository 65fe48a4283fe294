import type { Db } from "../../db/db.ts"
import { sql } from "../../db/db.ts"
import type { Reaction } from "../../events/dispatch.ts"
import type { EventRow } from "../../events/queries.ts"
import { enqueueJob } from "../../jobs/enqueue.ts"
import { updateFacts } from "./update-facts.ts"

export const refreshJob = "reports.refresh"

/** What takes something off many conversations at once, without a word of each. */
const widelyFelt = {
  "tag.deleted": "tagged",
  "saved-reply.deleted": "answered",
  "custom-field.deleted": "field",
} as const

/** What reports know follows what happens, a moment later. */
const keep: Reaction = {
  name: "reports",
  // Facts of a conversation that changes several times are written once.
  minIntervalMs: 5_000,
  // What they know of an hour, a day and a person is written once for all of them.
  most: 500,
  hears: [
    "convo.agent.reply.created",
    "convo.ai-answers-email.reply.created",
    "convo.assigned",
    "convo.created",
    "convo.custom-fields",
    "convo.customer.reply.created",
    "convo.deleted",
    "convo.imported",
    "convo.merged",
    "convo.moved",
    "convo.restored",
    "convo.status",
    "convo.tags",
    "convo.thread.created",
    "convo.thread.deleted",
    "convo.thread.updated",
    "convo.updated",
    "widget.chat.created",
    "widget.chat.customer.replied",
    "satisfaction.ratings",
    ...(Object.keys(widelyFelt) as (keyof typeof widelyFelt)[]),
  ],
  async react(db, events) {
    await updateFacts(db, events.flatMap(conversationsOf))
    for (const { kind, subject_id } of events) {
      const felt = widelyFelt[kind as keyof typeof widelyFelt]
      if (felt) await enqueueJob(db, refreshJob, { key: `${felt}:${subject_id}`, payload: { felt, id: subject_id } })
    }
  },
}

function conversationsOf({ conversation_id, data }: EventRow): number[] {
  if (conversation_id === null) return []
  const { mergedIds = [] } = data as { mergedIds?: number[] }
  return [conversation_id, ...mergedIds]
}

/** Tells anew of every conversation that had it. */
export async function refreshReports({ db }: { db: Db }, payload: unknown, signal: AbortSignal): Promise<void> {
  const { felt, id } = payload as { felt: string; id: number }
  // The options of a field that is gone are known to nobody else.
  const gone =
    felt === "field"
      ? sql`not exists (select from custom_field_options join custom_fields on custom_fields.id = field_id
          and deleted_at is null where custom_field_options.id = part)`
      : sql`part = ${id}`
  for (let last = 0; !signal.aborted; ) {
    const rows = await db.many<{ id: number }>(sql`
      select distinct conversation_id as id from report_facts where kind = ${felt} and ${gone} and conversation_id > ${last}
      order by 1 limit 500`)
    if (rows.length === 0) return
    await updateFacts(
      db,
      rows.map((row) => row.id),
    )
    last = rows.at(-1)?.id ?? last
  }
}

export const reportReactions = [keep]

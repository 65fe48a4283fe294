import { type Sql, sql } from "../../db/db.ts"
import type { Reaction } from "../../events/dispatch.ts"
import type { EventRow } from "../../events/queries.ts"
import { recordEvent } from "../../events/record.ts"
import { lockFoldersNamingTags, updateFolder } from "../../inboxes/folders/queries.ts"
import { queryAfter, renamingKinds, renamingsIn } from "../../tags/renaming.ts"
import { enqueueDrains } from "./drain.ts"
import { enqueueRelease } from "./release.ts"

/** Where somebody may have room again, what waits there is given out. */
const routing: Reaction = {
  name: "routing",
  hears: [
    "convo.assigned",
    "convo.created",
    "convo.deleted",
    "convo.merged",
    "convo.moved",
    "convo.status",
    "inbox.updated",
    "routing.updated",
    "user.created",
    "user.status.changed",
    "user.updated",
  ],
  needs: sql`exists (select from routing where state = 'enabled')`,
  async react(db, events) {
    await enqueueDrains(db, isConcerned(events))
  },
}

/** Inboxes the events are about, or in whose rotation a person is whom one is about. */
function isConcerned(events: EventRow[]): Sql {
  const inboxIds = events.flatMap(({ inbox_id, from_inbox_id }) => [inbox_id ?? [], from_inbox_id ?? []].flat())
  const userIds = events.flatMap(({ kind, subject_id }) => (kind.startsWith("user.") ? [subject_id] : []))
  return sql`(inbox_id = any(${[...new Set(inboxIds)]}::bigint[]) or exists (
    select from routing_users where inbox_id = routing.inbox_id and user_id = any(${[...new Set(userIds)]}::bigint[])))`
}

/** Who was deactivated, or has lost access, gives back what they can no longer answer. */
const release: Reaction = {
  name: "release",
  hears: ["inbox.updated", "team.deleted", "user.deleted", "user.updated"],
  async react(db, events) {
    for (const userId of events.flatMap(affectedBy)) await enqueueRelease(db, { userId, away: false })
  },
}

function affectedBy({ kind, subject_id, data }: EventRow): number[] {
  if (kind !== "inbox.updated") return [subject_id]
  const { removedUserIds = [] } = data as { removedUserIds?: number[] }
  return removedUserIds
}

/** A tag that has another name, or is part of another one, is still what a custom folder asks for. */
const followTags: Reaction = {
  name: "folders.tags",
  hears: renamingKinds,
  async react(db, events, { now }) {
    const renamings = renamingsIn(events)
    if (renamings.length === 0) return
    for (const { id, inbox_id: inboxId, name, query } of await lockFoldersNamingTags(db)) {
      const after = queryAfter(query, renamings)
      if (after === query) continue
      await updateFolder(db, { id, name, query: after, now })
      await recordEvent(db, { kind: "folder.updated", subjectId: id, inboxId, userId: null })
    }
  },
}

export const conversationReactions = [routing, release, followTags]

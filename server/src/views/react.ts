import type { Reaction } from "../events/dispatch.ts"
import { recordEvent } from "../events/record.ts"
import { namesAfter, queryAfter, renamingKinds, renamingsIn } from "../tags/renaming.ts"
import { lockViewsNamingTags, updateView } from "./queries.ts"

/** A tag that has another name, or is part of another one, is still what a view asks for. */
const followTags: Reaction = {
  name: "views.tags",
  hears: renamingKinds,
  async react(db, events, { now }) {
    const renamings = renamingsIn(events)
    if (renamings.length === 0) return
    for (const view of await lockViewsNamingTags(db)) {
      const { query, tag } = view.filters
      const filters = {
        ...view.filters,
        ...(query !== undefined && { query: queryAfter(query, renamings) }),
        ...(tag !== undefined && { tag: namesAfter(tag, renamings) }),
      }
      if (JSON.stringify(filters) === JSON.stringify(view.filters)) continue
      await updateView(db, { ...view, filters, now })
      const data = { shared: view.shared, ownerId: view.user_id }
      await recordEvent(db, { kind: "view.updated", subjectId: view.id, userId: null, data })
    }
  },
}

export const viewReactions = [followTags]

import type { View } from "@deskhand/contract/conversations/view"
import type { ListCounts } from "../conversations/list/find.ts"
import { link, timestamp } from "../http/hal.ts"
import type { ViewRow } from "./queries.ts"

export function presentView(row: ViewRow, counts: ListCounts | undefined, origin: string): View {
  return {
    id: row.id,
    name: row.name,
    filters: row.filters,
    shared: row.shared,
    order: row.position,
    userId: row.user_id,
    ...(counts && { totalCount: counts.total_count, activeCount: counts.active_count }),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    _links: {
      self: link(origin, `/v2/views/${row.id}`),
      conversations: link(origin, `/v2/conversations${queryOf(row.filters)}`),
    },
  }
}

function queryOf(filters: ViewRow["filters"]): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) parameters.set(name, String(value))
  return parameters.size === 0 ? "" : `?${parameters}`
}

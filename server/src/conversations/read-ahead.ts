import type { Db } from "../db/db.ts"
import { memoryOfDesk, type Remembered } from "../http/memory.ts"
import type { Desk } from "../http/route.ts"
import { type ConversationRow, listConversationRows, listVersions, type VersionRow } from "./queries.ts"

interface Ahead extends Remembered {
  row: ConversationRow
}

/** The last hundreds: lists show what is newest first, and within a moment. */
const memoryOf = memoryOfDesk<Ahead>(1_000_000, ({ row }) => 2_000 + 2 * (row.subject.length + row.preview.length))

/**
 * Read by the transaction that writes them, with its last statements: who looks at a list next need not wait for them. Where that
 * is undone, no row ever has the version under which they are kept.
 */
export async function readAhead(desk: Desk, db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const [versions, rows] = await Promise.all([listVersions(db, ids), listConversationRows(db, ids)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, version } of versions) {
    const row = byId.get(id)
    if (row) memoryOf(desk).keep(String(id), { version, row })
  }
}

/** Those of which nothing has changed since. */
export function rowsReadAhead(desk: Desk, wanted: VersionRow[]): ConversationRow[] {
  return wanted.flatMap(({ id, version }) => memoryOf(desk).find(String(id), version)?.row ?? [])
}

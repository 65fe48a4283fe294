import { randomUUID } from "node:crypto"
import type { Db } from "../db/db.ts"
import { Gathering } from "../db/gathering.ts"
import { etagOf } from "../http/hal.ts"
import { memoryOfDesk } from "../http/memory.ts"
import type { Desk } from "../http/route.ts"
import type { Viewer } from "../http/viewer.ts"
import type { FoundConversations } from "./looked.ts"
import { loadReferences, type Occasion, presentConversation, type References } from "./present.ts"
import {
  type ConversationRow,
  listConversationRows,
  listGuardedVersions,
  listVersions,
  mayRead,
  type VersionRow,
} from "./queries.ts"
import { friendlyWait } from "./rules.ts"

/** A conversation as it was last shown. */
interface Shown {
  version: string
  /** JSON before and after how long the customer has been waiting, in words; one piece where nobody waits. */
  pieces: string[]
  waitingSince: Date | null
  etag: string
}

/** 32 MB, where characters take one byte each. */
const memoryOf = memoryOfDesk<Shown>(32_000_000, ({ pieces }) => pieces.reduce((sum, piece) => sum + piece.length, 200))

export interface ShownText {
  id: number
  text: string
  etag: string
}

export interface Showing extends Occasion {
  desk: Desk
  db: Db
  viewer: Viewer
}

/** Undefined where there is none that the viewer may read. */
export async function showConversation(showing: Showing, id: number): Promise<ShownText | undefined> {
  const row = await versionsIn(showing.db).find(id)
  if (!row || !mayRead(showing.viewer, row)) return undefined
  const [shown] = await show(showing, [row])
  return shown
}

/** What a conversation is shown from. */
interface Looks {
  row: ConversationRow
  references: References
}

/** One for the database itself and one for its replica. */
const versionsIn = gatheringOf((db, ids) => listGuardedVersions(db, ids))
const looksIn = gatheringOf(async (db, ids): Promise<Map<number, Looks>> => {
  const rows = await listConversationRows(db, ids)
  const references = await loadReferences(db, rows)
  return new Map(rows.map((row) => [row.id, { row, references }]))
})

function gatheringOf<Value>(load: (db: Db, ids: number[]) => Promise<Map<number, Value>>) {
  const gatherings = new WeakMap<Db, Gathering<Value>>()
  return (db: Db): Gathering<Value> => {
    const gathering = gatherings.get(db) ?? new Gathering((ids) => load(db, ids))
    gatherings.set(db, gathering)
    return gathering
  }
}

/** Those of a page that are there, in their order. The caller has seen that the viewer may read them. */
export async function showConversations(showing: Showing, { ids, versions }: FoundConversations): Promise<ShownText[]> {
  const rows = versions ?? (await listVersions(showing.db, ids))
  return show(showing, rows)
}

/** Their versions were read before they are: what is remembered under an older one is never asked for again. */
async function show(showing: Showing, rows: VersionRow[]): Promise<ShownText[]> {
  const { desk, origin, version, now } = showing
  const memory = memoryOf(desk)
  const keyOf = (id: number) => `${id} ${version} ${origin}`
  const found = new Map<number, Shown>()
  for (const row of rows) {
    const shown = memory.find(keyOf(row.id), row.version)
    if (shown) found.set(row.id, shown)
  }
  const missing = rows.filter(({ id }) => !found.has(id))
  if (missing.length > 0)
    for (const [id, shown] of await present(showing, missing)) {
      found.set(id, shown)
      memory.keep(keyOf(id), shown)
    }
  return rows.flatMap(({ id }) => {
    const shown = found.get(id)
    return shown ? [{ id, text: textOf(shown, now), etag: shown.etag }] : []
  })
}

/** Stands for how long somebody has been waiting, which passes by itself; no customer can know it. */
const mark = `waiting ${randomUUID()}`

async function present({ db, viewer, ...occasion }: Showing, missing: VersionRow[]): Promise<Map<number, Shown>> {
  const found = await Promise.all(missing.map(({ id }) => looksIn(db).find(id)))
  // One may have been moved out of the viewer's sight since they were found.
  const looks = found.flatMap((each) => (each && viewer.inboxIds.includes(each.row.inbox_id) ? [each] : []))
  const versionOf = new Map(missing.map(({ id, version }) => [id, version]))
  return new Map(
    looks.map(({ row, references }) => {
      const body = presentConversation(row, references, occasion)
      const waiting = body.customerWaitingSince && { ...body.customerWaitingSince, friendly: mark }
      const pieces = JSON.stringify({ ...body, ...(waiting && { customerWaitingSince: waiting }) }).split(mark)
      const etag = etagOf({ ...body, customerWaitingSince: waiting?.time })
      return [row.id, { version: versionOf.get(row.id) ?? "", pieces, waitingSince: row.waiting_since, etag }]
    }),
  )
}

function textOf({ pieces, waitingSince }: Shown, now: Date): string {
  return waitingSince ? pieces.join(friendlyWait(waitingSince, now)) : (pieces[0] ?? "")
}

import { randomUUID } from "node:crypto"
import type { Db } from "../db/db.ts"
import { gatheringIn } from "../db/gathering.ts"
import { etagOf } from "../http/hal.ts"
import { encode, type Json, sizeOf } from "../http/json.ts"
import type { Desk } from "../http/route.ts"
import type { Viewer } from "../http/viewer.ts"
import { cachePerOwner } from "../runtime/cache.ts"
import { loadReferences, type Occasion, presentConversation, type References } from "./present.ts"
import { type ConversationRow, listConversationRows, listGuardedVersions, mayRead, type VersionRow } from "./queries.ts"
import { friendlyWait } from "./rules.ts"

/** The JSON of a conversation, without what changes by itself. */
interface CachedJson {
  version: string
  /** JSON before and after how long the customer has been waiting, in words; one piece where nobody waits. */
  pieces: Buffer[]
  waitingSince: Date | null
  etag: string
}

/** With those of threads, customers and organizations at most 40 MB. */
const cacheOf = cachePerOwner<CachedJson>(24_000_000, ({ pieces }) => sizeOf(pieces))

export interface ConversationJson {
  id: number
  json: Json
  etag: string
}

export interface Showing extends Occasion {
  desk: Desk
  db: Db
  viewer: Viewer
}

/** Undefined where there is none that the viewer may read. */
export async function showConversation(showing: Showing, id: number): Promise<ConversationJson | undefined> {
  const row = await versionsIn(showing.db).find(id)
  if (!row || !mayRead(showing.viewer, row)) return undefined
  const [shown] = await showConversations(showing, [row])
  return shown
}

/** The rows that a conversation is presented from. */
interface ConversationSources {
  row: ConversationRow
  references: References
}

const versionsIn = gatheringIn(listGuardedVersions)
const sourcesIn = gatheringIn(async (db, ids: number[]): Promise<Map<number, ConversationSources>> => {
  const rows = await listConversationRows(db, ids)
  const references = await loadReferences(db, rows)
  return new Map(rows.map((row) => [row.id, { row, references }]))
})

/** Those of a page that are there, in their order. The caller has seen that the viewer may read them. */
export async function showConversations(showing: Showing, rows: VersionRow[]): Promise<ConversationJson[]> {
  const { desk, origin, version, now } = showing
  const keyOf = (id: number) => `${id} ${version} ${origin}`
  const found = await cacheOf(desk).findOrLoad(rows, keyOf, (missing) => present(showing, missing))
  return rows.flatMap(({ id }) => {
    const shown = found.get(id)
    return shown ? [{ id, json: jsonOf(shown, now), etag: shown.etag }] : []
  })
}

/** Stands for how long somebody has been waiting, which passes by itself; no customer can know it. */
const mark = `waiting ${randomUUID()}`

async function present(
  { db, viewer, ...occasion }: Showing,
  missing: VersionRow[],
): Promise<[number, Omit<CachedJson, "version">][]> {
  const found = await Promise.all(missing.map(({ id }) => sourcesIn(db).find(id)))
  // One may have been moved out of the viewer's sight since they were found.
  const sources = found.flatMap((each) => (each && viewer.inboxIds.includes(each.row.inbox_id) ? [each] : []))
  return sources.map(({ row, references }) => {
    const body = presentConversation(row, references, occasion)
    const waiting = body.customerWaitingSince && { ...body.customerWaitingSince, friendly: mark }
    const text = JSON.stringify({ ...body, ...(waiting && { customerWaitingSince: waiting }) })
    const etag = etagOf({ ...body, customerWaitingSince: waiting?.time })
    return [row.id, { pieces: encode(text.split(mark)), waitingSince: row.waiting_since, etag }]
  })
}

function jsonOf({ pieces, waitingSince }: CachedJson, now: Date): Json {
  if (!waitingSince) return pieces
  const [before = "", behind = ""] = pieces
  return [before, friendlyWait(waitingSince, now), behind]
}

import type { Db } from "../../../db/db.ts"
import { encode, type Json, sizeOf } from "../../../http/json.ts"
import { memoryOfDesk } from "../../../http/memory.ts"
import type { Desk } from "../../../http/route.ts"
import type { Viewer } from "../../../http/viewer.ts"
import { mapPeople } from "../../../users/queries.ts"
import { mapAttachments } from "../../attachments/queries.ts"
import { presentThread, type ThreadOccasion, usersOn } from "./present.ts"
import { listThreadsById } from "./queries.ts"
import { excerptLength, excerptOf, isChat } from "./rules.ts"
import { findThreadVersions, type ThreadVersion } from "./versions.ts"

/** A thread as it was last shown. */
interface Shown {
  version: string
  json: Buffer[]
}

const memoryOf = memoryOfDesk<Shown>(10_000_000, ({ json }) => sizeOf(json))

export interface ThreadShowing extends ThreadOccasion {
  desk: Desk
  db: Db
  viewer: Viewer
}

/** A page of a conversation's threads, newest first. Undefined where the viewer may not read the conversation. */
export async function showThreads(
  showing: ThreadShowing,
  { conversationId, skip, size }: { conversationId: number; skip: number; size: number },
): Promise<{ texts: Json[]; total: number } | undefined> {
  const versions = await findThreadVersions(showing.db, showing.viewer, conversationId)
  if (!versions) return undefined
  const page = versions.slice(skip, skip + size)
  return { texts: textsOf(page, await showVersions(showing, page)), total: versions.length }
}

/** One that is gone since its version was read is left out. */
export function textsOf(versions: ThreadVersion[], shown: Map<number, Shown>): Json[] {
  return versions.flatMap(({ id }) => {
    const found = shown.get(id)
    return found ? [found.json] : []
  })
}

export async function showVersions(
  showing: ThreadShowing,
  versions: ThreadVersion[],
  asExcerpts = false,
): Promise<Map<number, Shown>> {
  const { desk, origin, version } = showing
  const keyOf = (id: number) => `${id} ${version} ${asExcerpts} ${origin}`
  return memoryOf(desk).findOrMake(versions, keyOf, (missing) => present(showing, missing, asExcerpts))
}

async function present(
  { db, viewer, ...occasion }: ThreadShowing,
  missing: ThreadVersion[],
  asExcerpts: boolean,
): Promise<[number, { json: Buffer[] }][]> {
  // One more than is shown tells that there is more.
  const chatLength = asExcerpts ? excerptLength + 1 : undefined
  const rows = await listThreadsById(db, viewer, { ids: missing.map(({ id }) => id), chatLength })
  const owners = missing.filter(({ hasAttachments }) => hasAttachments).map(({ id }) => id)
  const [people, attachments] = await Promise.all([mapPeople(db, usersOn(rows)), mapAttachments(db, owners)])
  return rows.map((row) => {
    const body = asExcerpts && isChat(row.type) ? excerptOf(row.body ?? "") : row.body
    const thread = presentThread({ ...row, body }, { people, attachments }, occasion)
    return [row.id, { json: encode([JSON.stringify(thread)]) }]
  })
}

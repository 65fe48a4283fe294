import type { Conversation } from "@deskhand/contract/conversations/conversation"
import type { Thread } from "@deskhand/contract/conversations/thread"
import { loadReferences, presentConversation } from "../conversations/present.ts"
import { listConversationRows } from "../conversations/queries.ts"
import { mapNewestThreads } from "../conversations/threads/reading/embed.ts"
import { answerCustomer } from "../customers/answer.ts"
import { type Db, sql } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import type { Occasion } from "../events/dispatch.ts"
import type { EventRow } from "../events/queries.ts"
import { subjectPath } from "../events/rules.ts"
import { link } from "../http/hal.ts"
import type { Answer, Call } from "../http/route.ts"
import { answerOrganization } from "../organizations/routes.ts"
import { answerRating } from "../ratings/routes.ts"
import { answerTag } from "../tags/routes.ts"
import { answerStatus } from "../users/statuses/routes.ts"

/** What an event is about, as the API shows it now. */
export interface Subject {
  /** JSON. */
  text: string
  /** Where it is now, if that is in an inbox. */
  inboxId: number | null
}

/** Undefined for what is not there any more. */
export type Subjects = (event: EventRow) => Subject | undefined

/** Soon after the events, for all of them at once: what is sent is what the API showed then. */
export async function loadSubjects(db: Db, events: EventRow[], { origin, now }: Occasion): Promise<Subjects> {
  const inboxes = await db.many<{ id: number }>(sql`select id from inboxes`)
  // Sees everything but drafts, which are their writers' alone.
  const viewer = { userId: 0, role: "owner", scope: "read-only", inboxIds: inboxes.map(({ id }) => id) } as const
  const seeing = { db, viewer, origin, now }
  const present = events.filter(({ kind }) => !kind.endsWith(".deleted"))
  const conversations = await loadConversations(
    seeing,
    present.filter(isOfConversation).flatMap(({ conversation_id: id }) => id ?? []),
  )
  const others = new Map<number, Subject>()
  for (const event of present.filter((event) => !isOfConversation(event))) {
    const body = await readOther(seeing, event)
    if (body) others.set(event.number, { text: JSON.stringify(body), inboxId: event.inbox_id })
  }
  return (event) =>
    event.kind.endsWith(".deleted")
      ? undefined
      : isOfConversation(event)
        ? conversations.get(event.conversation_id ?? 0)
        : others.get(event.number)
}

type Seeing = Pick<Call, "db" | "viewer" | "origin" | "now">

function isOfConversation({ kind }: EventRow): boolean {
  return /^(convo|widget|message)\./.test(kind)
}

async function loadConversations(seeing: Seeing, ids: number[]): Promise<Map<number, Subject>> {
  const { db, viewer, origin, now } = seeing
  const conversationIds = [...new Set(ids)]
  if (conversationIds.length === 0) return new Map()
  const rows = await listConversationRows(db, conversationIds)
  const references = await loadReferences(db, rows)
  const threads = await mapNewestThreads(db, viewer, { conversationIds, origin, version: 2 })
  return new Map(
    rows.map((row) => {
      const conversation = presentConversation(row, references, { origin, version: 2, now })
      return [row.id, { text: textOf(conversation, threads.get(row.id) ?? []), inboxId: row.inbox_id }]
    }),
  )
}

/** No receiver wants more, and many refuse it. */
const mostBytes = 262_144

/** With as many of the newest threads as fit; the conversation's links lead to all of them. */
function textOf(conversation: Conversation, threads: Thread[]): string {
  // No comma stands before the first.
  let left = mostBytes + 1 - bytesOf({ ...conversation, _embedded: { threads: [] } })
  // One by one: all threads of a conversation may be hundreds of times as much as fits.
  const beyond = threads.findIndex((thread) => {
    left -= bytesOf(thread) + 1
    return left < 0
  })
  return JSON.stringify({ ...conversation, _embedded: { threads: beyond < 0 ? threads : threads.slice(0, beyond) } })
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}

async function readOther(seeing: Seeing, event: EventRow): Promise<object | undefined> {
  try {
    return (await answerOther(seeing, event))?.body as object | undefined
  } catch (error) {
    if (error instanceof DeskError && error.status === 404) return undefined
    throw error
  }
}

async function answerOther(seeing: Seeing, { kind, subject_id: id }: EventRow): Promise<Answer | undefined> {
  switch (kind.split(".")[0]) {
    case "customer":
      return answerCustomer({ ...seeing, path: { customerId: id } })
    case "organization":
      return answerOrganization({ ...seeing, path: { organizationId: id } })
    case "tag":
      return answerTag(seeing, id)
    case "satisfaction":
      return answerRating(seeing, id)
    case "user":
      return answerStatus({ ...seeing, path: { userId: id } })
    default:
      return undefined
  }
}

/** Only where it can be read: nothing of it is told. What is deleted has the address that it had. */
export function linkTo(event: EventRow, origin: string): object {
  const kind = event.kind.replace(/\.deleted$/, ".updated") as EventRow["kind"]
  const path = subjectPath({ ...event, kind })
  return { _links: path === undefined ? {} : { self: link(origin, path) } }
}

/** Of what is deleted, or has left the inboxes that the webhook may look into. */
export function idOf(event: EventRow): object {
  return { id: isOfConversation(event) ? (event.conversation_id ?? event.subject_id) : event.subject_id }
}

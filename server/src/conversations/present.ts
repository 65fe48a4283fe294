import type { Person } from "@deskhand/contract/common"
import type { Conversation } from "@deskhand/contract/conversations/conversation"
import type { Static } from "typebox"
import type { Db } from "../db/db.ts"
import { link, timestamp } from "../http/hal.ts"
import { presentConversationTag } from "../tags/present.ts"
import { mapTags, type TagRow } from "../tags/queries.ts"
import { presentPerson, type Version } from "../users/present.ts"
import { mapPeople, type PersonRow } from "../users/queries.ts"
import type { ConversationRow, CustomerPersonRow } from "./queries.ts"
import { friendlyWait } from "./rules.ts"

export interface Occasion {
  origin: string
  version: Version
  now: Date
}

/** What stands on conversations by id alone. */
export interface References {
  people: Map<number, PersonRow>
  tags: Map<number, TagRow>
}

export async function loadReferences(db: Db, rows: ConversationRow[]): Promise<References> {
  const userIds = rows.flatMap((row) =>
    [row.assignee_id, row.closed_by_id, row.created_by_user_id].filter((id) => id !== null),
  )
  const [people, tags] = await Promise.all([
    mapPeople(db, userIds),
    mapTags(
      db,
      rows.flatMap((row) => row.tag_ids),
    ),
  ])
  return { people, tags }
}

export function presentConversation(row: ConversationRow, references: References, occasion: Occasion): Conversation {
  const { version, now } = occasion
  const person = (id: number | null) => {
    const found = id === null ? undefined : references.people.get(id)
    return found && presentPerson(found, version)
  }
  const assignee = person(row.assignee_id)
  const closer = person(row.closed_by_id)
  const creator = person(row.created_by_user_id) ?? presentCustomerPerson(row.creator ?? row.customer)
  return {
    id: row.id,
    number: row.number,
    threads: row.thread_count,
    type: row.type,
    folderId: row.folder_id,
    status: row.status,
    state: row.state,
    subject: row.subject,
    preview: row.preview,
    mailboxId: row.inbox_id,
    ...(assignee && { assignee }),
    createdBy: creator,
    createdAt: timestamp(row.created_at),
    ...(row.closed_by_id !== null && { closedBy: row.closed_by_id }),
    ...(closer && { closedByUser: closer }),
    ...(row.closed_at && { closedAt: timestamp(row.closed_at) }),
    userUpdatedAt: timestamp(row.user_updated_at),
    modifiedAt: timestamp(row.modified_at),
    ...(row.waiting_since && {
      customerWaitingSince: {
        time: timestamp(row.waiting_since),
        friendly: friendlyWait(row.waiting_since, now),
        // A reply of the desk ends the wait, so whoever waits wrote last.
        latestReplyFrom: "customer",
      },
    }),
    source: { type: row.source_type as Conversation["source"]["type"], via: row.source_via },
    tags: row.tag_ids.flatMap((id) => {
      const tag = references.tags.get(id)
      return tag ? [presentConversationTag(tag)] : []
    }),
    cc: row.cc,
    bcc: row.bcc,
    primaryCustomer: presentCustomerPerson(row.customer),
    ...snoozeOf(row),
    ...nextEventOf(row),
    customFields: row.fields,
    _links: linksOf(row, occasion),
  }
}

export function presentCustomerPerson(row: CustomerPersonRow): Static<typeof Person> {
  return {
    id: row.id,
    type: "customer",
    ...(row.first_name !== null && { first: row.first_name }),
    ...(row.last_name !== null && { last: row.last_name }),
    ...(row.email !== null && { email: row.email }),
    ...(row.photo_url !== null && { photoUrl: row.photo_url }),
  }
}

function snoozeOf(row: ConversationRow): Pick<Conversation, "snooze"> {
  if (row.snoozed_until === null || row.snoozed_by_id === null) return {}
  return {
    snooze: {
      snoozedBy: row.snoozed_by_id,
      snoozedUntil: timestamp(row.snoozed_until),
      unsnoozeOnCustomerReply: row.unsnooze_on_customer_reply === true,
    },
  }
}

/** Whichever comes first: waking up, or a scheduled thread going out. */
function nextEventOf(row: ConversationRow): Pick<Conversation, "nextEvent"> {
  const { snoozed_until: wakes, scheduled_for: goes } = row
  if (goes !== null && row.scheduled_by_id !== null && (wakes === null || goes <= wakes))
    return {
      nextEvent: {
        time: timestamp(goes),
        eventType: "scheduled",
        userId: row.scheduled_by_id,
        cancelOnCustomerReply: row.unschedule_on_customer_reply === true,
      },
    }
  if (wakes === null || row.snoozed_by_id === null) return {}
  return {
    nextEvent: {
      time: timestamp(wakes),
      eventType: "snooze",
      userId: row.snoozed_by_id,
      cancelOnCustomerReply: row.unsnooze_on_customer_reply === true,
    },
  }
}

function linksOf(row: ConversationRow, { origin, version }: Occasion): Conversation["_links"] {
  const self = `/v${version}/conversations/${row.id}`
  const user = (id: number) => link(origin, `/v2/users/${id}`)
  return {
    self: link(origin, self),
    mailbox: link(origin, `/v2/mailboxes/${row.inbox_id}`),
    primaryCustomer: link(origin, `/v2/customers/${row.customer.id}`),
    threads: link(origin, `${self}/threads`),
    web: link(origin, `/conversation/${row.id}/${row.number}`),
    ...(row.created_by_user_id === null
      ? { createdByCustomer: link(origin, `/v2/customers/${(row.creator ?? row.customer).id}`) }
      : { createdByUser: user(row.created_by_user_id) }),
    ...(row.closed_by_id !== null && { closedBy: user(row.closed_by_id) }),
    ...(row.assignee_id !== null && { assignee: user(row.assignee_id) }),
  }
}

import type { Person } from "@deskhand/contract/common"
import type { Thread, ThreadAction } from "@deskhand/contract/conversations/thread"
import type { Static } from "typebox"
import type { Db } from "../../../db/db.ts"
import { link, timestamp } from "../../../http/hal.ts"
import { presentPerson, type Version } from "../../../users/present.ts"
import { mapPeople, type PersonRow } from "../../../users/queries.ts"
import { presentAttachment } from "../../attachments/present.ts"
import { type AttachmentRow, mapAttachments } from "../../attachments/queries.ts"
import { presentCustomerPerson } from "../../present.ts"
import type { ThreadRow } from "./queries.ts"

export interface ThreadOccasion {
  origin: string
  version: Version
}

/** What stands on threads by id alone. */
export interface ThreadReferences {
  people: Map<number, PersonRow>
  attachments: Map<number, AttachmentRow[]>
}

export async function loadThreadReferences(db: Db, rows: ThreadRow[]): Promise<ThreadReferences> {
  const threadIds = rows.filter(({ type }) => type !== "lineitem").map(({ id }) => id)
  const [people, attachments] = await Promise.all([mapPeople(db, usersOn(rows)), mapAttachments(db, threadIds)])
  return { people, attachments }
}

export function usersOn(rows: ThreadRow[]): number[] {
  return rows.flatMap((row) => [row.created_by_id, row.performed_by_id, row.assigned_to_id].filter((id) => id !== null))
}

export function presentThread(row: ThreadRow, references: ThreadReferences, occasion: ThreadOccasion): Thread {
  const assignedTo = personOf(row.assigned_to_id, references, occasion)
  const performedBy = personOf(row.performed_by_id, references, occasion)
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    state: row.state,
    ...(row.action_type !== null && { action: actionOf(row, row.action_type) }),
    ...(row.body !== null && { body: row.body }),
    source: { type: row.source_type as Thread["source"]["type"], via: row.source_via },
    ...(row.customer && { customer: withoutType(presentCustomerPerson(row.customer)) }),
    createdBy: creatorOf(row, references, occasion),
    ...(performedBy && { performedBy }),
    ...(assignedTo && { assignedTo }),
    ...(row.saved_reply_id !== null && { savedReplyId: row.saved_reply_id }),
    ...(row.type !== "lineitem" && { to: row.to_addresses, cc: row.cc, bcc: row.bcc }),
    createdAt: timestamp(row.created_at),
    ...(row.type === "message" && row.opened_at && { openedAt: timestamp(row.opened_at) }),
    ...(row.linked_conversation_id !== null && { linkedConversationId: String(row.linked_conversation_id) }),
    ...ratingOf(row),
    ...scheduledOf(row),
    ...afterSendingOf(row),
    ...(row.type !== "lineitem" && {
      _embedded: {
        attachments: (references.attachments.get(row.id) ?? []).map((attachment) =>
          presentAttachment(attachment, row, occasion.origin),
        ),
      },
    }),
    _links: linksOf(row, occasion),
  }
}

function actionOf({ action_text, action_entities }: ThreadRow, type: string): ThreadAction {
  const { workflow, user, inbox, originalConversation } = action_entities ?? {}
  return {
    type,
    ...(action_text !== null && { text: action_text }),
    associatedEntities: {
      ...(workflow !== undefined && { workflow }),
      ...(user !== undefined && { user }),
      ...(inbox !== undefined && { inbox }),
      ...(originalConversation !== undefined && { originalConversation }),
    },
  }
}

function withoutType({ type: _, ...names }: Static<typeof Person>): NonNullable<Thread["customer"]> {
  return names
}

function creatorOf(row: ThreadRow, references: ThreadReferences, occasion: ThreadOccasion): Thread["createdBy"] {
  const user = personOf(row.created_by_id, references, occasion)
  if (user) return user
  if (!row.customer) throw new Error(`Nobody wrote thread ${row.id}`)
  return presentCustomerPerson(row.customer)
}

/** Threads of version 2 know users and customers alone; version 3 tells what somebody really is. */
function personOf(
  id: number | null,
  { people }: ThreadReferences,
  { version }: ThreadOccasion,
): Static<typeof Person> | undefined {
  const found = id === null ? undefined : people.get(id)
  if (!found) return undefined
  const person = presentPerson(found, version)
  return version === 2 ? { ...person, type: "user" } : person
}

/** One that the customer has not given yet is known as unknown, and not shown here. */
function ratingOf({ type, rating }: ThreadRow): Pick<Thread, "rating"> {
  if (type !== "message" || !rating || rating.rating === "unknown") return {}
  return {
    rating: {
      customerId: rating.customer_id,
      rating: rating.rating,
      ...(rating.comments !== null && { comments: rating.comments }),
    },
  }
}

function scheduledOf(row: ThreadRow): Pick<Thread, "scheduled"> {
  if (!row.scheduled_for || !row.scheduled_at || row.scheduled_by_id === null || row.send_as_id === null) return {}
  return {
    scheduled: {
      scheduledBy: row.scheduled_by_id,
      sendAsId: row.send_as_id,
      createdAt: timestamp(row.scheduled_at),
      scheduledFor: timestamp(row.scheduled_for),
      unscheduleOnCustomerReply: row.unschedule_on_customer_reply === true,
      ...(row.undoable && { undoable: true }),
    },
  }
}

/** Nothing where its writer wants what any reply does. */
function afterSendingOf({ then_status, then_assigns, then_assignee_id }: ThreadRow): Pick<Thread, "afterSending"> {
  if (then_status === null && !then_assigns) return {}
  return {
    afterSending: {
      ...(then_status !== null && { status: then_status }),
      ...(then_assigns && { assignTo: then_assignee_id }),
    },
  }
}

/** Version 2 names the creator where it is a customer, version 3 where it is a user. */
function linksOf(row: ThreadRow, { origin, version }: ThreadOccasion): Thread["_links"] {
  const creator = row.created_by_id
  return {
    ...(row.assigned_to_id !== null && { assignedTo: link(origin, `/v2/users/${row.assigned_to_id}`) }),
    ...(version === 2 &&
      creator === null &&
      row.customer && { createdByCustomer: link(origin, `/v2/customers/${row.customer.id}`) }),
    ...(version === 3 && creator !== null && { createdByUser: link(origin, `/v2/users/${creator}`) }),
    ...(row.customer && { customer: link(origin, `/v2/customers/${row.customer.id}`) }),
  }
}

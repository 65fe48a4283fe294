import type { QuickSearchResults } from "@deskhand/contract/conversations/quick-search"
import { timestamp } from "../http/hal.ts"
import type { CustomerRow, FoundConversation } from "./queries.ts"

type Found<Group extends keyof QuickSearchResults> = QuickSearchResults[Group][number]

export function presentCustomer(row: CustomerRow & { organization?: string | null }): Found<"customers"> {
  return {
    id: row.id,
    ...(row.first_name !== null && { first: row.first_name }),
    ...(row.last_name !== null && { last: row.last_name }),
    ...(row.email !== null && { email: row.email }),
    ...(row.organization && { organization: row.organization }),
  }
}

export function presentConversation(row: FoundConversation): Found<"conversations"> {
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    status: row.status,
    mailboxId: row.inbox_id,
    preview: row.preview,
    modifiedAt: timestamp(row.modified_at),
    primaryCustomer: presentCustomer(row.customer),
  }
}

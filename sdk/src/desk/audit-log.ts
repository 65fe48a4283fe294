import type { AuditEntry, AuditQuery, AuditPage as PageSchema } from "@deskhand/contract/people/audit"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"

export type { AuditEntry }
export type AuditPage = Static<typeof PageSchema>
export type AuditFilters = Filters<AuditQuery>

export class AuditLog extends List<AuditFilters, AuditPage, AuditEntry> {
  constructor(transport: Transport) {
    super(transport, "/v2/audit-log")
  }
}

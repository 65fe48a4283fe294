import type {
  BulkAction,
  NewBulkAction,
  BulkActionPage as PageSchema,
} from "@deskhand/contract/conversations/bulk-action"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions } from "../transport/writes.ts"

export type { BulkAction, NewBulkAction }
export type BulkActionPage = Static<typeof PageSchema>

/** One thing done to many conversations. */
export class BulkActions extends List<PageFilters, BulkActionPage, BulkAction> {
  constructor(transport: Transport) {
    super(transport, "/v2/bulk-actions")
  }

  /** With its progress. */
  get(id: number): Promise<BulkAction> {
    return this.transport.read(`/v2/bulk-actions/${id}`)
  }

  /** It is done soon after. */
  create(action: NewBulkAction, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/bulk-actions", action, options)
  }

  async undo(id: number): Promise<void> {
    await this.transport.send("POST", `/v2/bulk-actions/${id}/undo`)
  }
}

import type {
  ChangedCustomField,
  CustomField,
  NewCustomField,
  CustomFieldPage as PageSchema,
} from "@deskhand/contract/inboxes/custom-field"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type { ChangedCustomField, CustomField, NewCustomField }
export type CustomFieldPage = Static<typeof PageSchema>

/** The custom fields of one inbox. */
export class CustomFields extends List<PageFilters, CustomFieldPage, CustomField> {
  readonly #path: string

  constructor(transport: Transport, inboxId: number) {
    const path = `/v2/mailboxes/${inboxId}/fields`
    super(transport, path)
    this.#path = path
  }

  get(id: number): Promise<CustomField> {
    return this.transport.read(`${this.#path}/${id}`)
  }

  create(field: NewCustomField, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post(this.#path, field, options)
  }

  /** What is left out stays as it is. */
  change(id: number, field: ChangedCustomField, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`${this.#path}/${id}`, field, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`${this.#path}/${id}`, options)
  }
}

import type {
  ChangedView,
  NewView,
  ViewPage as PageSchema,
  View,
  ViewQuery,
} from "@deskhand/contract/conversations/view"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type { ChangedView, NewView, View }
export type ViewPage = Static<typeof PageSchema>

/** Filters of the list of conversations that have a name. */
export class Views extends List<Filters<Static<typeof ViewQuery>>, ViewPage, View> {
  constructor(transport: Transport) {
    super(transport, "/v2/views")
  }

  get(id: number): Promise<View> {
    return this.transport.read(`/v2/views/${id}`)
  }

  create(view: NewView, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/views", view, options)
  }

  /** What is left out stays as it is. */
  change(id: number, view: ChangedView, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/views/${id}`, view, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/views/${id}`, options)
  }
}

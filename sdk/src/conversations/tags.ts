import type { NewTag, TagPage as PageSchema, Tag } from "@deskhand/contract/conversations/tag"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import { type Created, type CreateOptions, createHeaders, type WriteOptions } from "../transport/writes.ts"

export type { NewTag, Tag }
export type TagPage = Static<typeof PageSchema>

export class Tags extends List<PageFilters, TagPage, Tag> {
  constructor(transport: Transport) {
    super(transport, "/v2/tags")
  }

  get(id: number): Promise<Tag> {
    return this.transport.read(`/v2/tags/${id}`)
  }

  create(tag: NewTag, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/tags", tag, options)
  }

  replace(id: number, tag: NewTag, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/tags/${id}`, tag, options)
  }

  /** The others become this one everywhere. Of many conversations `merging` of the others tells how far it is. */
  async merge(id: number, tagIds: number[], options: CreateOptions = {}): Promise<void> {
    await this.transport.send("POST", `/v2/tags/${id}/merge`, { json: { tagIds }, headers: createHeaders(options) })
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/tags/${id}`, options)
  }
}

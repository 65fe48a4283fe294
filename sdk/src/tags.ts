import type { NewTag, TagPage as PageSchema, Tag } from "@deskhand/contract/tag"
import type { Static } from "typebox"
import { List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export type { NewTag, Tag }
export type TagPage = Static<typeof PageSchema>

export class Tags extends List<PageFilters, TagPage, Tag> {
  constructor(transport: Transport) {
    super(transport, "/v2/tags")
  }

  get(id: number): Promise<Tag> {
    return this.transport.read(`/v2/tags/${id}`)
  }

  async create(tag: NewTag, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.transport.send("POST", "/v2/tags", { json: tag, headers: createHeaders(options) }))
  }

  async replace(id: number, tag: NewTag, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v2/tags/${id}`, { json: tag, headers: writeHeaders(options) })
  }

  async delete(id: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `/v2/tags/${id}`, { headers: writeHeaders(options) })
  }
}

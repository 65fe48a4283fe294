import type {
  ChangedFolder,
  Folder,
  ListedFolder,
  NewFolder,
  FolderPage as PageSchema,
} from "@deskhand/contract/folder"
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

export type { ChangedFolder, Folder, NewFolder }
export type FolderPage = Static<typeof PageSchema>

/** The folders of one inbox. Custom ones and those of teams can be made, changed and deleted. */
export class Folders extends List<PageFilters, FolderPage, ListedFolder> {
  readonly #path: string

  constructor(transport: Transport, inboxId: number) {
    const path = `/v2/mailboxes/${inboxId}/folders`
    super(transport, path)
    this.#path = path
  }

  get(id: number): Promise<Folder> {
    return this.transport.read(`${this.#path}/${id}`)
  }

  async create(folder: NewFolder, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.transport.send("POST", this.#path, { json: folder, headers: createHeaders(options) }))
  }

  /** What is left out stays as it is. */
  async change(id: number, folder: ChangedFolder, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `${this.#path}/${id}`, { json: folder, headers: writeHeaders(options) })
  }

  async delete(id: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `${this.#path}/${id}`, { headers: writeHeaders(options) })
  }
}

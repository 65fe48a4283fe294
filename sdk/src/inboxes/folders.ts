import type {
  ChangedFolder,
  Folder,
  ListedFolder,
  NewFolder,
  FolderPage as PageSchema,
} from "@deskhand/contract/inboxes/folder"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

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

  create(folder: NewFolder, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post(this.#path, folder, options)
  }

  /** What is left out stays as it is. */
  change(id: number, folder: ChangedFolder, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`${this.#path}/${id}`, folder, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`${this.#path}/${id}`, options)
  }
}

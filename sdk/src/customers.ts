import type {
  CustomerChatPage as ChatPageSchema,
  CustomerCursorPage as CursorPageSchema,
  Customer,
  CustomerAddress,
  CustomerChat,
  CustomerCursorQuery,
  CustomerEmail,
  CustomerPhone,
  CustomerQuery,
  CustomerSocialProfile,
  CustomerWebsite,
  CustomerEmailPage as EmailPageSchema,
  ListedCustomer,
  CustomerPage as PageSchema,
  CustomerPhonePage as PhonePageSchema,
  CustomerSocialProfilePage as SocialProfilePageSchema,
  CustomerWebsitePage as WebsitePageSchema,
} from "@deskhand/contract/customer"
import type { NewAddress, NewCustomer } from "@deskhand/contract/new-customer"
import type { PatchOperation } from "@deskhand/contract/patch"
import type { Static } from "typebox"
import { type Filters, List, type PageFilters, type PageLike } from "./list.ts"
import type { Transport } from "./transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export type { Customer, CustomerAddress, ListedCustomer, NewAddress, NewCustomer, PatchOperation }
export type CustomerPage = Static<typeof PageSchema>
export type CustomerCursorPage = Static<typeof CursorPageSchema>
export type CustomerFilters = Filters<CustomerQuery>
export type CustomerCursorFilters = Filters<CustomerCursorQuery>

/** `list` and `all` go by page number and can be sorted. */
export class Customers extends List<CustomerFilters, CustomerPage, ListedCustomer> {
  /** The same customers, newest first, each exactly once also while others come and go; takes other filters. */
  readonly byCursor: List<CustomerCursorFilters, CustomerCursorPage, ListedCustomer>

  constructor(transport: Transport) {
    super(transport, "/v2/customers")
    this.byCursor = new List(transport, "/v3/customers")
  }

  /** With everything that belongs to them, the address included. */
  get(id: number): Promise<Customer> {
    return this.transport.read(`/v2/customers/${id}`)
  }

  async create(customer: NewCustomer, options: CreateOptions = {}): Promise<Created> {
    const headers = createHeaders(options)
    return createdOf(await this.transport.send("POST", "/v2/customers", { json: customer, headers }))
  }

  /** Fields that are left out are emptied; lists that are left out stay. */
  async replace(id: number, customer: NewCustomer, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v2/customers/${id}`, { json: customer, headers: writeHeaders(options) })
  }

  /** All of the operations or none, such as `{ op: "replace", path: "/firstName", value: "Ann" }`. */
  async update(id: number, operations: PatchOperation[], options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PATCH", `/v2/customers/${id}`, { json: operations, headers: writeHeaders(options) })
  }

  /** With their conversations and ratings. `async` is for more than 100 conversations: it is done soon. */
  async delete(id: number, { async, ...options }: WriteOptions & { async?: boolean } = {}): Promise<void> {
    await this.transport.send("DELETE", `/v2/customers/${id}`, { query: { async }, headers: writeHeaders(options) })
  }

  /** The others become part of the first and are gone. */
  async merge(id: number, customerIds: number[], options: CreateOptions = {}): Promise<void> {
    const headers = createHeaders(options)
    await this.transport.send("POST", `/v2/customers/${id}/merge`, { json: { customerIds }, headers })
  }

  /** Such as `{ op: "replace", path: "/plan", value: "gold" }`. */
  async updateProperties(id: number, operations: PatchOperation[], options: WriteOptions = {}): Promise<void> {
    const headers = writeHeaders(options)
    await this.transport.send("PATCH", `/v2/customers/${id}/properties`, { json: operations, headers })
  }

  /** Empty where a customer has none. */
  address(id: number): Promise<CustomerAddress> {
    return this.transport.read(`/v2/customers/${id}/address`)
  }

  /** 409 where there is one already. */
  async createAddress(id: number, address: NewAddress, options: CreateOptions = {}): Promise<void> {
    const headers = createHeaders(options)
    await this.transport.send("POST", `/v2/customers/${id}/address`, { json: address, headers })
  }

  async replaceAddress(id: number, address: NewAddress, options: WriteOptions = {}): Promise<void> {
    const headers = writeHeaders(options)
    await this.transport.send("PUT", `/v2/customers/${id}/address`, { json: address, headers })
  }

  async deleteAddress(id: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `/v2/customers/${id}/address`, { headers: writeHeaders(options) })
  }

  emails(id: number): CustomerEntries<Static<typeof EmailPageSchema>, CustomerEmail> {
    return new CustomerEntries(this.transport, `/v2/customers/${id}/emails`)
  }

  phones(id: number): CustomerEntries<Static<typeof PhonePageSchema>, CustomerPhone> {
    return new CustomerEntries(this.transport, `/v2/customers/${id}/phones`)
  }

  chats(id: number): CustomerEntries<Static<typeof ChatPageSchema>, CustomerChat> {
    return new CustomerEntries(this.transport, `/v2/customers/${id}/chats`)
  }

  socialProfiles(id: number): CustomerEntries<Static<typeof SocialProfilePageSchema>, CustomerSocialProfile> {
    return new CustomerEntries(this.transport, `/v2/customers/${id}/social-profiles`)
  }

  websites(id: number): CustomerEntries<Static<typeof WebsitePageSchema>, CustomerWebsite> {
    return new CustomerEntries(this.transport, `/v2/customers/${id}/websites`)
  }
}

/** What a customer has several of. */
export class CustomerEntries<Page extends PageLike<Entry>, Entry extends { id: number }> extends List<
  PageFilters,
  Page,
  Entry
> {
  readonly #path: string

  constructor(transport: Transport, path: string) {
    super(transport, path)
    this.#path = path
  }

  get(entryId: number): Promise<Entry> {
    return this.transport.read(`${this.#path}/${entryId}`)
  }

  async create(entry: WrittenEntry<Entry>, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.transport.send("POST", this.#path, { json: entry, headers: createHeaders(options) }))
  }

  async replace(entryId: number, entry: WrittenEntry<Entry>, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `${this.#path}/${entryId}`, { json: entry, headers: writeHeaders(options) })
  }

  async delete(entryId: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `${this.#path}/${entryId}`, { headers: writeHeaders(options) })
  }
}

/** The type may be left out. */
type WrittenEntry<Entry> = { value: string } & Partial<Omit<Entry, "id" | "value">>

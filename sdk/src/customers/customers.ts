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
} from "@deskhand/contract/customers/customer"
import type { NewAddress, NewCustomer } from "@deskhand/contract/customers/new-customer"
import type { PatchOperation } from "@deskhand/contract/patch"
import type { Static } from "typebox"
import { type Filters, List, type PageFilters, type PageLike } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import { type Created, type CreateOptions, type WriteOptions, writeHeaders } from "../transport/writes.ts"

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

  create(customer: NewCustomer, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/customers", customer, options)
  }

  /** Fields that are left out are emptied; lists that are left out stay. */
  replace(id: number, customer: NewCustomer, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/customers/${id}`, customer, options)
  }

  /** All of the operations or none, such as `{ op: "replace", path: "/firstName", value: "Ann" }`. */
  update(id: number, operations: PatchOperation[], options: WriteOptions = {}): Promise<void> {
    return this.transport.patch(`/v2/customers/${id}`, operations, options)
  }

  /** With their conversations and ratings. `async` is for more than 100 conversations: it is done soon. */
  async delete(id: number, { async, ...options }: WriteOptions & { async?: boolean } = {}): Promise<void> {
    await this.transport.send("DELETE", `/v2/customers/${id}`, { query: { async }, headers: writeHeaders(options) })
  }

  /** The others become part of the first and are gone. */
  async merge(id: number, customerIds: number[], options: CreateOptions = {}): Promise<void> {
    await this.transport.post(`/v2/customers/${id}/merge`, { customerIds }, options)
  }

  /** Such as `{ op: "replace", path: "/plan", value: "gold" }`. */
  updateProperties(id: number, operations: PatchOperation[], options: WriteOptions = {}): Promise<void> {
    return this.transport.patch(`/v2/customers/${id}/properties`, operations, options)
  }

  /** Empty where a customer has none. */
  address(id: number): Promise<CustomerAddress> {
    return this.transport.read(`/v2/customers/${id}/address`)
  }

  /** 409 where there is one already. */
  async createAddress(id: number, address: NewAddress, options: CreateOptions = {}): Promise<void> {
    await this.transport.post(`/v2/customers/${id}/address`, address, options)
  }

  replaceAddress(id: number, address: NewAddress, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/customers/${id}/address`, address, options)
  }

  deleteAddress(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/customers/${id}/address`, options)
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

  create(entry: WrittenEntry<Entry>, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post(this.#path, entry, options)
  }

  replace(entryId: number, entry: WrittenEntry<Entry>, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`${this.#path}/${entryId}`, entry, options)
  }

  delete(entryId: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`${this.#path}/${entryId}`, options)
  }
}

/** The type may be left out. */
type WrittenEntry<Entry> = { value: string } & Partial<Omit<Entry, "id" | "value">>

import type {
  ListedOrganization,
  NewOrganization,
  Organization,
  OrganizationListQuery,
  OrganizationReadQuery,
  OrganizationPage as PageSchema,
} from "@deskhand/contract/organization"
import type { Static } from "typebox"
import type { Conversation, ConversationPage } from "./conversations.ts"
import type { CustomerPage, ListedCustomer } from "./customers.ts"
import { type Filters, List, type PageFilters } from "./list.ts"
import { OrganizationProperties } from "./properties.ts"
import type { Transport } from "./transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export type { ListedOrganization, NewOrganization, Organization }
export type OrganizationPage = Static<typeof PageSchema>

type SortField = "name" | "customerCount" | "conversationCount" | "lastInteractionAt"

export type OrganizationFilters = Omit<Filters<OrganizationListQuery>, "sort"> & {
  /** Descending unless it says otherwise. */
  sort?: SortField | `${SortField},${"asc" | "desc"}` | undefined
}

export class Organizations extends List<OrganizationFilters, OrganizationPage, ListedOrganization> {
  /** What organizations can have; the values are set with `setProperty`. */
  readonly properties: OrganizationProperties

  constructor(transport: Transport) {
    super(transport, "/v2/organizations")
    this.properties = new OrganizationProperties(transport)
  }

  /** Counts and properties are there only when they are asked for. */
  get(id: number, include: Filters<Static<typeof OrganizationReadQuery>> = {}): Promise<Organization> {
    return this.transport.read(`/v2/organizations/${id}`, { query: include })
  }

  async create(organization: NewOrganization, options: CreateOptions = {}): Promise<Created> {
    const headers = createHeaders(options)
    return createdOf(await this.transport.send("POST", "/v2/organizations", { json: organization, headers }))
  }

  /** What is left out is emptied, but for the logo. */
  async replace(id: number, organization: NewOrganization, options: WriteOptions = {}): Promise<void> {
    const headers = writeHeaders(options)
    await this.transport.send("PUT", `/v2/organizations/${id}`, { json: organization, headers })
  }

  /** Its customers stay without it. */
  async delete(id: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `/v2/organizations/${id}`, { headers: writeHeaders(options) })
  }

  async setProperty(id: number, slug: string, value: string | number, options: WriteOptions = {}): Promise<void> {
    const path = `/v2/organizations/${id}/properties/${encodeURIComponent(slug)}`
    await this.transport.send("PUT", path, { json: { value }, headers: writeHeaders(options) })
  }

  async deleteProperty(id: number, slug: string, options: WriteOptions = {}): Promise<void> {
    const path = `/v2/organizations/${id}/properties/${encodeURIComponent(slug)}`
    await this.transport.send("DELETE", path, { headers: writeHeaders(options) })
  }

  customers(id: number): List<PageFilters, CustomerPage, ListedCustomer> {
    return new List(this.transport, `/v2/organizations/${id}/customers`)
  }

  conversations(id: number): List<PageFilters, ConversationPage, Conversation> {
    return new List(this.transport, `/v2/organizations/${id}/conversations`)
  }
}

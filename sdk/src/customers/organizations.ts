import type {
  ListedOrganization,
  NewOrganization,
  Organization,
  OrganizationListQuery,
  OrganizationReadQuery,
  OrganizationPage as PageSchema,
} from "@deskhand/contract/customers/organization"
import type { Static } from "typebox"
import type { Conversation, ConversationPage } from "../conversations/conversations.ts"
import { type Filters, List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"
import type { CustomerPage, ListedCustomer } from "./customers.ts"
import { OrganizationProperties } from "./properties.ts"

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

  create(organization: NewOrganization, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/organizations", organization, options)
  }

  /** What is left out is emptied, but for the logo. */
  replace(id: number, organization: NewOrganization, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/organizations/${id}`, organization, options)
  }

  /** Its customers stay without it. */
  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/organizations/${id}`, options)
  }

  async setProperty(id: number, slug: string, value: string | number, options: WriteOptions = {}): Promise<void> {
    const path = `/v2/organizations/${id}/properties/${encodeURIComponent(slug)}`
    await this.transport.put(path, { value }, options)
  }

  async deleteProperty(id: number, slug: string, options: WriteOptions = {}): Promise<void> {
    const path = `/v2/organizations/${id}/properties/${encodeURIComponent(slug)}`
    await this.transport.delete(path, options)
  }

  customers(id: number): List<PageFilters, CustomerPage, ListedCustomer> {
    return new List(this.transport, `/v2/organizations/${id}/customers`)
  }

  conversations(id: number): List<PageFilters, ConversationPage, Conversation> {
    return new List(this.transport, `/v2/organizations/${id}/conversations`)
  }
}

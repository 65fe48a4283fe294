import type {
  ListedOrganization,
  Organization,
  OrganizationListQuery,
  OrganizationReadQuery,
  OrganizationPage as PageSchema,
} from "@deskhand/contract/organization"
import type { Static } from "typebox"
import type { Conversation, ConversationPage } from "./conversations.ts"
import type { CustomerPage, ListedCustomer } from "./customers.ts"
import { type Filters, List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"

export type { ListedOrganization, Organization }
export type OrganizationPage = Static<typeof PageSchema>

type SortField = "name" | "customerCount" | "conversationCount" | "lastInteractionAt"

export type OrganizationFilters = Omit<Filters<OrganizationListQuery>, "sort"> & {
  /** Descending unless it says otherwise. */
  sort?: SortField | `${SortField},${"asc" | "desc"}` | undefined
}

export class Organizations extends List<OrganizationFilters, OrganizationPage, ListedOrganization> {
  constructor(transport: Transport) {
    super(transport, "/v2/organizations")
  }

  /** Counts and properties are there only when they are asked for. */
  get(id: number, include: Filters<Static<typeof OrganizationReadQuery>> = {}): Promise<Organization> {
    return this.transport.read(`/v2/organizations/${id}`, { query: include })
  }

  customers(id: number): List<PageFilters, CustomerPage, ListedCustomer> {
    return new List(this.transport, `/v2/organizations/${id}/customers`)
  }

  conversations(id: number): List<PageFilters, ConversationPage, Conversation> {
    return new List(this.transport, `/v2/organizations/${id}/conversations`)
  }
}

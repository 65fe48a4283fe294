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
import type { Static } from "typebox"
import { type Filters, List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"

export type { Customer, CustomerAddress, ListedCustomer }
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

  /** Throws a 404 where a customer has none. */
  address(id: number): Promise<CustomerAddress> {
    return this.transport.read(`/v2/customers/${id}/address`)
  }

  emails(id: number): List<PageFilters, Static<typeof EmailPageSchema>, CustomerEmail> {
    return new List(this.transport, `/v2/customers/${id}/emails`)
  }

  phones(id: number): List<PageFilters, Static<typeof PhonePageSchema>, CustomerPhone> {
    return new List(this.transport, `/v2/customers/${id}/phones`)
  }

  chats(id: number): List<PageFilters, Static<typeof ChatPageSchema>, CustomerChat> {
    return new List(this.transport, `/v2/customers/${id}/chats`)
  }

  socialProfiles(id: number): List<PageFilters, Static<typeof SocialProfilePageSchema>, CustomerSocialProfile> {
    return new List(this.transport, `/v2/customers/${id}/social-profiles`)
  }

  websites(id: number): List<PageFilters, Static<typeof WebsitePageSchema>, CustomerWebsite> {
    return new List(this.transport, `/v2/customers/${id}/websites`)
  }
}

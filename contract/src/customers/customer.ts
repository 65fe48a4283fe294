import Type, { type TSchema } from "typebox"
import { CursorPageOf, Id, Links, Moment, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"

export const Gender = OneOf(["male", "female", "unknown"])
export type Gender = Type.Static<typeof Gender>

export const PhotoType = OneOf([
  "unknown",
  "gravatar",
  "twitter",
  "facebook",
  "googleprofile",
  "googleplus",
  "linkedin",
  "instagram",
])
export type PhotoType = Type.Static<typeof PhotoType>

export const EmailType = OneOf(["home", "other", "work"])
export const PhoneType = OneOf(["fax", "home", "mobile", "other", "pager", "work"])
export const ChatType = OneOf(["aim", "gtalk", "icq", "msn", "other", "qq", "skype", "xmpp", "yahoo"])
export const socialProfileTypes = [
  "aboutme",
  "facebook",
  "flickr",
  "forsquare",
  "google",
  "googleplus",
  "linkedin",
  "other",
  "quora",
  "tungleme",
  "twitter",
  "youtube",
] as const
export const SocialProfileType = OneOf(socialProfileTypes)

export const CustomerEmail = entryOf(EmailType)
export type CustomerEmail = Type.Static<typeof CustomerEmail>
export const CustomerPhone = entryOf(PhoneType)
export type CustomerPhone = Type.Static<typeof CustomerPhone>
export const CustomerChat = entryOf(ChatType)
export type CustomerChat = Type.Static<typeof CustomerChat>
export const CustomerSocialProfile = entryOf(SocialProfileType)
export type CustomerSocialProfile = Type.Static<typeof CustomerSocialProfile>
export const CustomerWebsite = Type.Object({ id: Type.Integer(), value: Type.String(), _links: Links(["self"]) })
export type CustomerWebsite = Type.Static<typeof CustomerWebsite>

function entryOf<EntryType extends TSchema>(type: EntryType) {
  return Type.Object({ id: Type.Integer(), value: Type.String(), type, _links: Links(["self"]) })
}

export const CustomerAddress = Type.Object({
  city: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  postalCode: Type.Optional(Type.String()),
  country: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$", description: "Two-letter country code" })),
  lines: Type.Array(Type.String()),
  _links: Links(["self"]),
})
export type CustomerAddress = Type.Static<typeof CustomerAddress>

export const PropertyType = OneOf(["date", "dropdown", "number", "text", "url"])
export type PropertyType = Type.Static<typeof PropertyType>

/** There is one for every property that the desk has; without a value while nobody has set it. */
export const CustomerProperty = Type.Object({
  type: PropertyType,
  slug: Type.String(),
  name: Type.String(),
  value: Type.Optional(Type.String({ description: "Only if set; the id of the option of a dropdown" })),
  text: Type.Optional(
    Type.String({ description: "Only if set; the label of the option of a dropdown, else the value" }),
  ),
  source: Type.Optional(Type.Object({ name: Type.String({ description: "What set it" }) })),
})
export type CustomerProperty = Type.Static<typeof CustomerProperty>

const fields = {
  id: Type.Integer(),
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  gender: Gender,
  jobTitle: Type.Optional(Type.String()),
  location: Type.Optional(Type.String()),
  organization: Type.Optional(
    Type.String({ description: "Deprecated, see organizationId; the name of that organization where there is one" }),
  ),
  organizationId: Type.Optional(Type.Integer()),
  photoType: PhotoType,
  photoUrl: Type.Optional(Type.String()),
  age: Type.Optional(Type.String()),
  conversationCount: Type.Integer({ description: "Conversations in the inboxes you may see" }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  background: Type.Optional(Type.String({ description: "Notes" })),
  draft: Type.Boolean(),
}

const embedded = {
  emails: Type.Array(CustomerEmail),
  phones: Type.Array(CustomerPhone),
  chats: Type.Array(CustomerChat),
  social_profiles: Type.Array(CustomerSocialProfile),
  websites: Type.Array(CustomerWebsite),
  properties: Type.Array(CustomerProperty),
}

const links = Links(["address", "chats", "emails", "phones", "social-profiles", "websites", "self"], ["organization"])

/** As it stands in lists: without the address. */
export const ListedCustomer = Type.Object({ ...fields, _embedded: Type.Object(embedded), _links: links })
export type ListedCustomer = Type.Static<typeof ListedCustomer>

export const Customer = Type.Object({
  ...fields,
  _embedded: Type.Object({ ...embedded, address: Type.Optional(CustomerAddress) }),
  _links: links,
})
export type Customer = Type.Static<typeof Customer>

export const CustomerPage = PageOf("customers", ListedCustomer)
export const CustomerCursorPage = CursorPageOf("customers", ListedCustomer)
export const CustomerEmailPage = PageOf("emails", CustomerEmail)
export const CustomerPhonePage = PageOf("phones", CustomerPhone)
export const CustomerChatPage = PageOf("chats", CustomerChat)
export const CustomerSocialProfilePage = PageOf("social-profiles", CustomerSocialProfile)
export const CustomerWebsitePage = PageOf("websites", CustomerWebsite)

const names = {
  firstName: Type.Optional(Type.String({ maxLength: 40, description: "The whole first name, in any case" })),
  lastName: Type.Optional(Type.String({ maxLength: 40, description: "The whole last name, in any case" })),
}

const query = Type.Optional(
  Type.String({
    description:
      'Search expression of up to 2,048 characters, such as `(firstName:"Ann" OR lastName:"Lee") AND email:"@acme.com"`. Fields: `firstName` and `lastName` (words of the name, without regard to case and accents), `email` (part of an address, or `*@acme.com` for all addresses of a domain), `id`, `createdAt`, `modifiedAt`; text without a field is looked for in names and addresses. Combined with the other filters',
  }),
)

export const CustomerSortField = OneOf(["createdAt", "firstName", "lastName", "modifiedAt", "score"], {
  description:
    "`score` is how well name and addresses fit the text of `query` that has no field. Without such text, and where too many are found, it is `modifiedAt`",
})
export type CustomerSortField = Type.Static<typeof CustomerSortField>

export const CustomerQuery = Type.Object({
  mailbox: Type.Optional(Type.Integer({ ...Id, description: "Customers with conversations in this inbox" })),
  ...names,
  modifiedSince: Type.Optional(Moment),
  sortField: Type.Optional(CustomerSortField),
  sortOrder: Type.Optional(OneOf(["asc", "desc"])),
  query,
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type CustomerQuery = Type.Static<typeof CustomerQuery>

export const CustomerCursorQuery = Type.Object({
  ...names,
  email: Type.Optional(Type.String({ maxLength: 254, description: "One of their addresses, in any case" })),
  createdSince: Type.Optional(Moment),
  modifiedSince: Type.Optional(Moment),
  query,
  cursor: Type.Optional(Type.String({ maxLength: 200, description: "From a `next` link, with the same filters" })),
  size: Type.Optional(PageSize),
})
export type CustomerCursorQuery = Type.Static<typeof CustomerCursorQuery>

/** Of the lists that belong to one customer. */
export const CustomerPartQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const CustomerPath = Type.Object({ customerId: Id })

import Type, { type TSchema } from "typebox"
import { Id } from "../common.ts"
import { ChatType, CustomerPath, EmailType, Gender, PhoneType, PhotoType, SocialProfileType } from "./customer.ts"

/** What is written of a customer beside their lists. */
export const customerFields = {
  firstName: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  lastName: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  gender: Type.Optional(Gender),
  jobTitle: Type.Optional(Type.String({ maxLength: 60 })),
  location: Type.Optional(Type.String({ maxLength: 60 })),
  organization: Type.Optional(
    Type.String({ maxLength: 60, description: "Deprecated; used only without `organizationId`" }),
  ),
  organizationId: Type.Optional(Id),
  photoType: Type.Optional(PhotoType),
  photoUrl: Type.Optional(Type.String({ maxLength: 200 })),
  age: Type.Optional(Type.String({ maxLength: 60 })),
  background: Type.Optional(Type.String({ maxLength: 200, description: "Notes" })),
}

export const NewEmail = entryOf(EmailType, { maxLength: 254, description: "E-mail address" })
export const NewPhone = entryOf(PhoneType, { maxLength: 60 })
export const NewChat = entryOf(ChatType, { maxLength: 254 })
export const NewSocialProfile = entryOf(SocialProfileType, { maxLength: 2048 })
export const NewWebsite = Type.Object({
  id: Type.Optional({ ...Id, description: "Of one that is there, in a list that replaces another" }),
  value: Type.String({ minLength: 1, maxLength: 2048 }),
})
export type NewEntry = Type.Static<typeof NewWebsite> & { type?: string }

function entryOf<EntryType extends TSchema>(type: EntryType, text: { maxLength: number; description?: string }) {
  return Type.Object({
    id: Type.Optional({ ...Id, description: "Of one that is there, in a list that replaces another" }),
    value: Type.String({ minLength: 1, ...text }),
    type: Type.Optional(type),
  })
}

export const NewAddress = Type.Object({
  city: Type.Optional(Type.String({ maxLength: 120 })),
  state: Type.Optional(Type.String({ maxLength: 120 })),
  postalCode: Type.Optional(Type.String({ maxLength: 40 })),
  country: Type.Optional(Type.String({ pattern: "^[A-Za-z]{2}$", description: "Two-letter country code" })),
  lines: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 10 })),
})
export type NewAddress = Type.Static<typeof NewAddress>

export const NewPropertyValue = Type.Object({
  slug: Type.String({ maxLength: 60 }),
  value: Type.Union([Type.String({ maxLength: 2048 }), Type.Number(), Type.Null()], {
    description: "The id or label of an option for a dropdown; null takes it away",
  }),
})

/** Of each kind a customer has so many at most. */
export const mostEntries = 100

export const NewCustomer = Type.Object({
  ...customerFields,
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: "Short for one of `emails`" })),
  phone: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: "Short for one of `phones`" })),
  emails: Type.Optional(Type.Array(NewEmail, { maxItems: mostEntries })),
  phones: Type.Optional(Type.Array(NewPhone, { maxItems: mostEntries })),
  chats: Type.Optional(Type.Array(NewChat, { maxItems: mostEntries })),
  socialProfiles: Type.Optional(Type.Array(NewSocialProfile, { maxItems: mostEntries })),
  websites: Type.Optional(Type.Array(NewWebsite, { maxItems: mostEntries })),
  address: Type.Optional(NewAddress),
  properties: Type.Optional(Type.Array(NewPropertyValue, { maxItems: 50 })),
})
export type NewCustomer = Type.Static<typeof NewCustomer>

export const CustomerMerge = Type.Object({
  customerIds: Type.Array(Id, { minItems: 1, maxItems: 50, description: "They become part of this one and are gone" }),
})

export const CustomerDeletionQuery = Type.Object({
  async: Type.Optional(
    Type.Boolean({ description: "Answers 202 at once; the rest is done soon, however many conversations there are" }),
  ),
})

export const CustomerEntryPath = Type.Object({ ...CustomerPath.properties, entryId: Id })

import type { Customer } from "@deskhand/sdk/client"
import type { MessageKey } from "../../messages/text.ts"
import type { EditedField } from "../../ui/facts/InlineEdit.tsx"

type Embedded = Customer["_embedded"]

/** What a customer has several of. */
export type EntryKind = "emails" | "phones" | "chats" | "social_profiles" | "websites"

export type EntryType = Embedded[Exclude<EntryKind, "websites">][number]["type"]

interface Kind {
  /** What one of them is called, and what adds one. */
  label: MessageKey
  add: MessageKey
  control: NonNullable<EditedField["kind"]>
  /** The first is what a new one is, until somebody says otherwise. */
  types: readonly EntryType[]
}

export const entryKinds = {
  emails: {
    label: "details.email",
    add: "details.addEmail",
    control: "email",
    types: ["work", "home", "other"],
  },
  phones: {
    label: "details.phone",
    add: "details.addPhone",
    control: "tel",
    types: ["work", "mobile", "home", "fax", "pager", "other"],
  },
  chats: {
    label: "details.chat",
    add: "details.addChat",
    control: "text",
    types: ["other", "skype", "xmpp", "gtalk", "aim", "icq", "msn", "qq", "yahoo"],
  },
  social_profiles: {
    label: "details.social",
    add: "details.addSocial",
    control: "url",
    types: [
      "linkedin",
      "facebook",
      "twitter",
      "youtube",
      "google",
      "googleplus",
      "flickr",
      "forsquare",
      "quora",
      "aboutme",
      "tungleme",
      "other",
    ],
  },
  websites: { label: "details.website", add: "details.addWebsite", control: "url", types: [] },
} as const satisfies Record<EntryKind, Kind>

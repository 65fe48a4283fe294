import type { Inbox, SignedIn } from "@deskhand/sdk/client"
import type { ComponentType } from "react"
import { administers, mayAnswer } from "../../../data/session.ts"
import { text } from "../../../messages/settings.ts"
import { AccessTab } from "./access/AccessTab.tsx"
import { FieldsTab } from "./fields/FieldsTab.tsx"
import { FoldersTab } from "./folders/FoldersTab.tsx"
import { AutoReplyTab } from "./general/AutoReplyTab.tsx"
import { GeneralTab } from "./general/GeneralTab.tsx"
import { SignatureTab } from "./general/SignatureTab.tsx"
import { MailTab } from "./mail/MailTab.tsx"
import { RatingsTab } from "./ratings/RatingsTab.tsx"
import { RoutingTab } from "./routing/RoutingTab.tsx"
import { SavedRepliesTab } from "./saved-replies/SavedRepliesTab.tsx"

interface InboxTab {
  /** As it stands in the address. */
  name: string
  label: string
  Tab: ComponentType<{ inbox: Inbox }>
  isFor: (user: SignedIn["user"]) => boolean
}

/** What there is to set of an inbox, in the order of the tabs. */
const tabs: readonly InboxTab[] = [
  { name: "general", label: text("inbox.general"), Tab: GeneralTab, isFor: administers },
  { name: "mail", label: text("mail.title"), Tab: MailTab, isFor: administers },
  { name: "signature", label: text("inbox.signature"), Tab: SignatureTab, isFor: administers },
  { name: "auto-reply", label: text("inbox.autoReply"), Tab: AutoReplyTab, isFor: administers },
  { name: "ratings", label: text("ratings.title"), Tab: RatingsTab, isFor: administers },
  { name: "access", label: text("inbox.access"), Tab: AccessTab, isFor: administers },
  { name: "fields", label: text("fields.title"), Tab: FieldsTab, isFor: administers },
  { name: "folders", label: text("folders.title"), Tab: FoldersTab, isFor: administers },
  { name: "routing", label: text("routing.title"), Tab: RoutingTab, isFor: administers },
  { name: "saved-replies", label: text("replies.title"), Tab: SavedRepliesTab, isFor: mayAnswer },
]

export function tabsFor(user: SignedIn["user"]): readonly InboxTab[] {
  return tabs.filter(({ isFor }) => isFor(user))
}

/** Where an inbox opens. */
export function firstTab(user: SignedIn["user"]): string {
  return tabsFor(user)[0]?.name ?? "general"
}

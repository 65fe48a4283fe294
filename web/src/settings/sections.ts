import type { SignedIn } from "@deskhand/sdk/client"
import { Building2, Inbox, KeyRound, ListPlus, Tag, UserRound, UsersRound, Webhook, Workflow } from "lucide-react"
import { text } from "../messages/settings.ts"
import type { SidePart } from "../parts/SideScreen.tsx"
import { administers, mayAnswer } from "../session/session.ts"

type User = SignedIn["user"]

export interface SettingsSection extends SidePart {
  hint: string
  /** Who has something to do there; the desk refuses the others in any case. */
  isFor: (user: User) => boolean
}

/** Every part of the settings. */
export const sections: readonly SettingsSection[] = [
  { to: "/settings/inboxes", label: text("inboxes.title"), hint: text("inboxes.hint"), Icon: Inbox, isFor: mayAnswer },
  {
    to: "/settings/people",
    label: text("people.title"),
    hint: text("people.hint"),
    Icon: UserRound,
    isFor: administers,
  },
  { to: "/settings/teams", label: text("teams.title"), hint: text("teams.hint"), Icon: UsersRound, isFor: administers },
  { to: "/settings/tags", label: text("tags.title"), hint: text("tags.hint"), Icon: Tag, isFor: mayAnswer },
  {
    to: "/settings/properties",
    label: text("properties.title"),
    hint: text("properties.hint"),
    Icon: ListPlus,
    isFor: administers,
  },
  {
    to: "/settings/workflows",
    label: text("workflows.title"),
    hint: text("workflows.hint"),
    Icon: Workflow,
    isFor: administers,
  },
  {
    to: "/settings/webhooks",
    label: text("webhooks.title"),
    hint: text("webhooks.hint"),
    Icon: Webhook,
    isFor: administers,
  },
  { to: "/settings/tokens", label: text("tokens.title"), hint: text("tokens.hint"), Icon: KeyRound, isFor: () => true },
  { to: "/settings/desk", label: text("desk.title"), hint: text("desk.hint"), Icon: Building2, isFor: administers },
]

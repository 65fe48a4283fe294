import type { SignedIn } from "@deskhand/sdk/client"
import {
  AppWindow,
  Building2,
  Clock,
  Inbox,
  KeyRound,
  ListPlus,
  ListTodo,
  Mails,
  ScrollText,
  Tag,
  UserRound,
  UsersRound,
  Webhook,
  Workflow,
} from "lucide-react"
import { administers, mayAnswer } from "../../data/session.ts"
import { text } from "../../messages/settings.ts"
import type { SidePart } from "../../ui/parts/SideScreen.tsx"

type User = SignedIn["user"]

export interface SettingsSection extends SidePart {
  hint: string
  /** Who has something to do there; the desk refuses the others in any case. */
  isFor: (user: User) => boolean
}

/** Every part of the settings. */
export const sections: readonly SettingsSection[] = [
  { to: "/settings/inboxes", label: text("inboxes.title"), hint: text("inboxes.hint"), Icon: Inbox, isFor: mayAnswer },
  { to: "/settings/mail", label: text("ledger.title"), hint: text("ledger.hint"), Icon: Mails, isFor: administers },
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
  { to: "/settings/apps", label: text("apps.title"), hint: text("apps.hint"), Icon: AppWindow, isFor: administers },
  { to: "/settings/tokens", label: text("tokens.title"), hint: text("tokens.hint"), Icon: KeyRound, isFor: () => true },
  { to: "/settings/hours", label: text("hours.title"), hint: text("hours.hint"), Icon: Clock, isFor: administers },
  { to: "/settings/desk", label: text("desk.title"), hint: text("desk.hint"), Icon: Building2, isFor: administers },
  {
    to: "/settings/audit",
    label: text("audit.title"),
    hint: text("audit.hint"),
    Icon: ScrollText,
    isFor: administers,
  },
  {
    to: "/settings/first-steps",
    label: text("firstSteps.title"),
    hint: text("firstSteps.hint"),
    Icon: ListTodo,
    isFor: administers,
  },
]

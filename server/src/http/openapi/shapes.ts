import * as common from "@deskhand/contract/common"
import * as bulkAction from "@deskhand/contract/conversations/bulk-action"
import * as conversation from "@deskhand/contract/conversations/conversation"
import * as conversationChange from "@deskhand/contract/conversations/conversation-change"
import * as follower from "@deskhand/contract/conversations/follower"
import * as newConversation from "@deskhand/contract/conversations/new-conversation"
import * as newThread from "@deskhand/contract/conversations/new-thread"
import * as quickSearch from "@deskhand/contract/conversations/quick-search"
import * as rating from "@deskhand/contract/conversations/rating"
import * as read from "@deskhand/contract/conversations/read"
import * as searchLanguage from "@deskhand/contract/conversations/search-language"
import * as source from "@deskhand/contract/conversations/source"
import * as tag from "@deskhand/contract/conversations/tag"
import * as thread from "@deskhand/contract/conversations/thread"
import * as threadChange from "@deskhand/contract/conversations/thread-change"
import * as view from "@deskhand/contract/conversations/view"
import * as customer from "@deskhand/contract/customers/customer"
import * as newCustomer from "@deskhand/contract/customers/new-customer"
import * as organization from "@deskhand/contract/customers/organization"
import * as picture from "@deskhand/contract/customers/picture"
import * as property from "@deskhand/contract/customers/property"
import * as error from "@deskhand/contract/error"
import * as event from "@deskhand/contract/events/event"
import * as eventKinds from "@deskhand/contract/events/event-kinds"
import * as webhook from "@deskhand/contract/events/webhook"
import * as webhookDelivery from "@deskhand/contract/events/webhook-delivery"
import * as customField from "@deskhand/contract/inboxes/custom-field"
import * as folder from "@deskhand/contract/inboxes/folder"
import * as inbox from "@deskhand/contract/inboxes/inbox"
import * as routing from "@deskhand/contract/inboxes/routing"
import * as savedReply from "@deskhand/contract/inboxes/saved-reply"
import * as workflow from "@deskhand/contract/inboxes/workflow"
import * as workflowRun from "@deskhand/contract/inboxes/workflow-run"
import * as mail from "@deskhand/contract/mail/mail"
import * as mailConnection from "@deskhand/contract/mail/mail-connection"
import * as mailLedger from "@deskhand/contract/mail/mail-ledger"
import * as mailMessage from "@deskhand/contract/mail/mail-message"
import * as mailSender from "@deskhand/contract/mail/mail-sender"
import * as outgoingMail from "@deskhand/contract/mail/outgoing-mail"
import * as patch from "@deskhand/contract/patch"
import * as account from "@deskhand/contract/people/account"
import * as app from "@deskhand/contract/people/app"
import * as audit from "@deskhand/contract/people/audit"
import * as auth from "@deskhand/contract/people/auth"
import * as notification from "@deskhand/contract/people/notification"
import * as notificationKinds from "@deskhand/contract/people/notification-kinds"
import * as officeHours from "@deskhand/contract/people/office-hours"
import * as preferences from "@deskhand/contract/people/preferences"
import * as presence from "@deskhand/contract/people/presence"
import * as setup from "@deskhand/contract/people/setup"
import * as team from "@deskhand/contract/people/team"
import * as user from "@deskhand/contract/people/user"
import * as userStatus from "@deskhand/contract/people/user-status"
import * as report from "@deskhand/contract/reports/report"
import * as reportCompany from "@deskhand/contract/reports/report-company"
import * as reportConversations from "@deskhand/contract/reports/report-conversations"
import * as reportProductivity from "@deskhand/contract/reports/report-productivity"
import type { JsonSchema } from "./types.ts"

/** The files of the contract by name: what they export is known to the document under that name. */
export const contract: Record<string, Record<string, unknown>> = {
  account,
  app,
  audit,
  auth,
  "bulk-action": bulkAction,
  common,
  conversation,
  "conversation-change": conversationChange,
  "custom-field": customField,
  customer,
  error,
  event,
  "event-kinds": eventKinds,
  folder,
  follower,
  inbox,
  mail,
  "mail-ledger": mailLedger,
  "mail-message": mailMessage,
  "mail-sender": mailSender,
  "mail-connection": mailConnection,
  "new-conversation": newConversation,
  "new-customer": newCustomer,
  "new-thread": newThread,
  notification,
  "notification-kinds": notificationKinds,
  "office-hours": officeHours,
  organization,
  "outgoing-mail": outgoingMail,
  patch,
  picture,
  preferences,
  presence,
  property,
  "quick-search": quickSearch,
  rating,
  read,
  report,
  "report-company": reportCompany,
  "report-conversations": reportConversations,
  "report-productivity": reportProductivity,
  routing,
  "saved-reply": savedReply,
  "search-language": searchLanguage,
  setup,
  source,
  tag,
  team,
  thread,
  "thread-change": threadChange,
  user,
  "user-status": userStatus,
  view,
  webhook,
  "webhook-delivery": webhookDelivery,
  workflow,
  "workflow-run": workflowRun,
}

/** Copies shapes into the document, those that the contract names as references to one component each. */
export class Shapes {
  readonly components: Record<string, JsonSchema> = {}

  lift(shape: JsonSchema): JsonSchema {
    const name = names().get(identityOf(shape))
    if (name === undefined) return this.copy(shape)
    // Kept before it is filled, because a shape may hold itself.
    const isNew = !(name in this.components)
    const component = this.components[name] ?? {}
    this.components[name] = component
    if (isNew) Object.assign(component, this.copy(shape))
    const { description } = shape
    return {
      $ref: `#/components/schemas/${name}`,
      ...(description !== undefined && description !== component.description && { description }),
    }
  }

  private copy(shape: JsonSchema): JsonSchema {
    const copied: Record<string, unknown> = {}
    for (const [keyword, value] of Object.entries(shape)) copied[keyword] = this.copyKeyword(keyword, value)
    return copied
  }

  private copyKeyword(keyword: string, value: unknown): unknown {
    if (keyword === "properties" || keyword === "patternProperties")
      return Object.fromEntries(
        Object.entries(value as Record<string, JsonSchema>).map(([name, inner]) => [name, this.lift(inner)]),
      )
    if (!holdsShapes.has(keyword)) return value
    if (Array.isArray(value)) return value.map((inner: JsonSchema) => this.lift(inner))
    return typeof value === "object" && value !== null ? this.lift(value) : value
  }
}

const holdsShapes = new Set(["items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf", "not"])

let known: Map<string, string> | undefined

/** TypeBox copies a shape where it makes it optional, so shapes are told apart by what they say. */
function names(): Map<string, string> {
  if (known) return known
  known = new Map()
  for (const [name, shape] of Object.values(contract).flatMap((file) => Object.entries(file)))
    if (isWorthAName(shape) && !/(Query|Path)$/.test(name) && !known.has(identityOf(shape)))
      known.set(identityOf(shape), name)
  return known
}

function isWorthAName(shape: unknown): shape is JsonSchema {
  if (typeof shape !== "object" || shape === null) return false
  return "properties" in shape || ("enum" in shape && Array.isArray(shape.enum))
}

function identityOf(shape: JsonSchema): string {
  const { description, ...rest } = shape
  return JSON.stringify(sorted(rest))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}

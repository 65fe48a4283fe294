import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { readAuditSearch } from "../screens/settings/audit/search.ts"
import { readLedgerSearch } from "../screens/settings/ledger/search.ts"
import { signedIn } from "./layouts.tsx"

const pages = () => import("../screens/settings/pages.ts")

type PageName = keyof Awaited<ReturnType<typeof pages>>

export const screen = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(pages, "SettingsScreen"),
})

export const overview = page("/", "Overview")
export const inboxes = page("/inboxes", "InboxesPage")
export const inbox = page("/inboxes/$inboxId/$tab", "InboxPage")
export const people = page("/people", "PeoplePage")
export const teams = page("/teams", "TeamsPage")
export const tags = page("/tags", "TagsPage")
export const properties = page("/properties", "PropertiesPage")
export const webhooks = page("/webhooks", "WebhooksPage")
export const webhook = page("/webhooks/$webhookId", "WebhookPage")
export const workflows = searchedPage("/workflows", "WorkflowsPage", readInbox)
export const newWorkflow = searchedPage("/workflows/new", "NewWorkflowPage", readInbox)
export const workflow = page("/workflows/$workflowId", "WorkflowPage")
export const tokens = page("/tokens", "TokensPage")
export const mail = searchedPage("/mail", "ReceivedPage", readLedgerSearch)
export const sentMail = searchedPage("/mail/sent", "SentPage", readLedgerSearch)
export const mailSenders = page("/mail/senders", "SendersPage")
export const message = page("/mail/messages/$messageId", "MessagePage")
export const apps = page("/apps", "AppsPage")
export const hours = page("/hours", "HoursPage")
export const audit = searchedPage("/audit", "AuditPage", readAuditSearch)
export const desk = page("/desk", "DeskPage")
export const firstSteps = page("/first-steps", "FirstStepsPage")

function page<const Path extends string>(path: Path, name: PageName) {
  return createRoute({ getParentRoute: () => screen, path, component: lazyRouteComponent(pages, name) })
}

function searchedPage<const Path extends string, Search>(
  path: Path,
  name: PageName,
  validateSearch: (search: Record<string, unknown>) => Search,
) {
  return createRoute({
    getParentRoute: () => screen,
    path,
    validateSearch,
    component: lazyRouteComponent(pages, name),
  })
}

/** Of which inbox they are shown. */
function readInbox({ inbox }: Record<string, unknown>): { inbox?: number } {
  return typeof inbox === "number" ? { inbox } : {}
}

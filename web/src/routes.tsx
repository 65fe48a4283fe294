import type { QueryClient } from "@tanstack/react-query"
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router"
import { desk, statusOf } from "./desk/client.ts"
import { preferencesQuery } from "./desk/preferences.ts"
import { Frame } from "./Frame.tsx"
import { InboxScreen } from "./inbox/InboxScreen.tsx"
import { readListKey } from "./lists/list-key.ts"
import { Failure } from "./parts/Notice.tsx"
import { readDirectorySearch } from "./people/directory.ts"
import type { DrillSearch } from "./reports/search.ts"
import { SignedIn } from "./SignedIn.tsx"
import { NewPassword } from "./session/NewPassword.tsx"
import { Setup } from "./session/Setup.tsx"
import { SignIn } from "./session/SignIn.tsx"
import { sessionQuery, setupQuery } from "./session/session.ts"
import { readAuditSearch } from "./settings/audit/search.ts"
import { readLedgerSearch } from "./settings/ledger/search.ts"

interface Context {
  queryClient: QueryClient
}

const root = createRootRouteWithContext<Context>()({ component: Frame })

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: readReturn,
  component: SignIn,
})

function readReturn({ to }: Record<string, unknown>): { to?: string } {
  return isOwnPath(to) ? { to } : {}
}

/** Where to return to; an address of another site is none. */
function isOwnPath(to: unknown): to is string {
  return typeof to === "string" && /^\/(?![/\\])/.test(to)
}

const newPassword = createRoute({
  getParentRoute: () => root,
  path: "/password",
  validateSearch: readReturn,
  component: NewPassword,
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyRouteComponent(() => import("./session/ForgotPassword.tsx"), "ForgotPassword"),
})

/** The token stands behind the `#`, which no server hears of. */
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  async loader({ location }) {
    const token = location.hash
    const link = await desk.session.checkReset(token).catch((error: unknown) => {
      if (statusOf(error) !== 404 && statusOf(error) !== 400) throw error
    })
    return { token, link }
  },
  component: lazyRouteComponent(() => import("./session/ResetPassword.tsx"), "ResetPassword"),
  errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
})

/** Once, for the owner of a new desk. */
const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  async loader({ context }) {
    const found = await context.queryClient.ensureQueryData(setupQuery).catch((error: unknown) => {
      if (statusOf(error) !== 401) throw error
      throw redirect({ to: "/sign-in", replace: true })
    })
    if (!found.open) throw redirect({ to: "/", replace: true })
    return found
  },
  component: Setup,
})

/** Everything that needs somebody who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  async beforeLoad({ context, location }) {
    const search = location.href === "/" ? {} : { to: location.href }
    const session = await context.queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (statusOf(error) !== 401) throw error
      throw redirect({ to: "/sign-in", search, replace: true })
    })
    const isOwner = session.user.role === "owner"
    const [setup] = await Promise.all([
      isOwner ? context.queryClient.ensureQueryData(setupQuery) : undefined,
      context.queryClient.ensureQueryData(preferencesQuery),
    ])
    if (setup?.open) throw redirect({ to: "/setup", replace: true })
    if (session.passwordOneTime) throw redirect({ to: "/password", search, replace: true })
  },
  component: SignedIn,
  errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
})

const inbox = createRoute({ getParentRoute: () => signedIn, id: "inbox", component: InboxScreen })

const home = createRoute({
  getParentRoute: () => inbox,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/list/$list", params: { list: "mine" }, replace: true })
  },
})

const list = createRoute({
  getParentRoute: () => inbox,
  path: "/list/$list",
  beforeLoad({ params }) {
    if (!readListKey(params.list)) throw redirect({ to: "/", replace: true })
  },
})

/** Where `web` links of the API lead, too. The list beside it is told by the address, so that it survives a reload. */
const conversation = createRoute({
  getParentRoute: () => inbox,
  path: "/conversation/$conversationId/$number",
  validateSearch(search: Record<string, unknown>) {
    const key = readListKey(search["list"])
    return key ? { list: key } : {}
  },
})

/** Whom the desk knows. */
const people = createRoute({
  getParentRoute: () => signedIn,
  id: "people",
  component: lazyRouteComponent(() => import("./people/PeopleScreen.tsx"), "PeopleScreen"),
})

const customers = createRoute({
  getParentRoute: () => people,
  path: "/customers",
  validateSearch: readDirectorySearch,
  component: lazyRouteComponent(() => import("./people/CustomersPage.tsx"), "CustomersPage"),
})

const customer = createRoute({
  getParentRoute: () => people,
  path: "/customers/$customerId",
  component: lazyRouteComponent(() => import("./people/CustomerPage.tsx"), "CustomerPage"),
})

const organizations = createRoute({
  getParentRoute: () => people,
  path: "/organizations",
  validateSearch: readDirectorySearch,
  component: lazyRouteComponent(() => import("./organizations/OrganizationsPage.tsx"), "OrganizationsPage"),
})

const organization = createRoute({
  getParentRoute: () => people,
  path: "/organizations/$organizationId",
  component: lazyRouteComponent(() => import("./organizations/OrganizationPage.tsx"), "OrganizationPage"),
})

const reportPages = () => import("./reports/pages.ts")

/** What an address asks of reports is read with them. */
const reports = createRoute({
  getParentRoute: () => people,
  path: "/reports",
  validateSearch: (search: Record<string, unknown>) => search as DrillSearch,
  component: lazyRouteComponent(reportPages, "ReportsScreen"),
})

const reportsOverview = createRoute({
  getParentRoute: () => reports,
  path: "/",
  component: lazyRouteComponent(reportPages, "OverviewPage"),
})

const volumeReport = createRoute({
  getParentRoute: () => reports,
  path: "/volume",
  component: lazyRouteComponent(reportPages, "VolumePage"),
})

const busyTimesReport = createRoute({
  getParentRoute: () => reports,
  path: "/busy-times",
  component: lazyRouteComponent(reportPages, "BusyTimesPage"),
})

const timesReport = createRoute({
  getParentRoute: () => reports,
  path: "/times",
  component: lazyRouteComponent(reportPages, "TimesPage"),
})

const happinessReport = createRoute({
  getParentRoute: () => reports,
  path: "/happiness",
  component: lazyRouteComponent(reportPages, "HappinessPage"),
})

const peopleReport = createRoute({
  getParentRoute: () => reports,
  path: "/people",
  component: lazyRouteComponent(reportPages, "PeoplePage"),
})

const tagsReport = createRoute({
  getParentRoute: () => reports,
  path: "/tags",
  component: lazyRouteComponent(reportPages, "TagsPage"),
})

const reportedConversations = createRoute({
  getParentRoute: () => reports,
  path: "/conversations",
  component: lazyRouteComponent(reportPages, "DrilldownPage"),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/AccountScreen.tsx"), "AccountScreen"),
})

const preferences = createRoute({
  getParentRoute: () => account,
  path: "/",
  component: lazyRouteComponent(() => import("./account/PreferencesPage.tsx"), "PreferencesPage"),
})

const ownPassword = createRoute({
  getParentRoute: () => account,
  path: "/password",
  component: lazyRouteComponent(() => import("./account/PasswordPage.tsx"), "PasswordPage"),
})

const ownSessions = createRoute({
  getParentRoute: () => account,
  path: "/sessions",
  component: lazyRouteComponent(() => import("./account/SessionsPage.tsx"), "SessionsPage"),
})

const settingsPages = () => import("./settings/pages.ts")

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(settingsPages, "SettingsScreen"),
})

const settingsOverview = createRoute({
  getParentRoute: () => settings,
  path: "/",
  component: lazyRouteComponent(settingsPages, "Overview"),
})

const inboxesSettings = createRoute({
  getParentRoute: () => settings,
  path: "/inboxes",
  component: lazyRouteComponent(settingsPages, "InboxesPage"),
})

const inboxSettings = createRoute({
  getParentRoute: () => settings,
  path: "/inboxes/$inboxId/$tab",
  component: lazyRouteComponent(settingsPages, "InboxPage"),
})

const peopleSettings = createRoute({
  getParentRoute: () => settings,
  path: "/people",
  component: lazyRouteComponent(settingsPages, "PeoplePage"),
})

const teamsSettings = createRoute({
  getParentRoute: () => settings,
  path: "/teams",
  component: lazyRouteComponent(settingsPages, "TeamsPage"),
})

const tagsSettings = createRoute({
  getParentRoute: () => settings,
  path: "/tags",
  component: lazyRouteComponent(settingsPages, "TagsPage"),
})

const propertiesSettings = createRoute({
  getParentRoute: () => settings,
  path: "/properties",
  component: lazyRouteComponent(settingsPages, "PropertiesPage"),
})

const webhooksSettings = createRoute({
  getParentRoute: () => settings,
  path: "/webhooks",
  component: lazyRouteComponent(settingsPages, "WebhooksPage"),
})

const webhookSettings = createRoute({
  getParentRoute: () => settings,
  path: "/webhooks/$webhookId",
  component: lazyRouteComponent(settingsPages, "WebhookPage"),
})

const workflowsSettings = createRoute({
  getParentRoute: () => settings,
  path: "/workflows",
  validateSearch: readInbox,
  component: lazyRouteComponent(settingsPages, "WorkflowsPage"),
})

const newWorkflowSettings = createRoute({
  getParentRoute: () => settings,
  path: "/workflows/new",
  validateSearch: readInbox,
  component: lazyRouteComponent(settingsPages, "NewWorkflowPage"),
})

const workflowSettings = createRoute({
  getParentRoute: () => settings,
  path: "/workflows/$workflowId",
  component: lazyRouteComponent(settingsPages, "WorkflowPage"),
})

/** Of which inbox they are shown. */
function readInbox({ inbox }: Record<string, unknown>): { inbox?: number } {
  return typeof inbox === "number" ? { inbox } : {}
}

const tokensSettings = createRoute({
  getParentRoute: () => settings,
  path: "/tokens",
  component: lazyRouteComponent(settingsPages, "TokensPage"),
})

const mailSettings = createRoute({
  getParentRoute: () => settings,
  path: "/mail",
  validateSearch: readLedgerSearch,
  component: lazyRouteComponent(settingsPages, "ReceivedPage"),
})

const sentSettings = createRoute({
  getParentRoute: () => settings,
  path: "/mail/sent",
  validateSearch: readLedgerSearch,
  component: lazyRouteComponent(settingsPages, "SentPage"),
})

const messageSettings = createRoute({
  getParentRoute: () => settings,
  path: "/mail/messages/$messageId",
  component: lazyRouteComponent(settingsPages, "MessagePage"),
})

const appsSettings = createRoute({
  getParentRoute: () => settings,
  path: "/apps",
  component: lazyRouteComponent(settingsPages, "AppsPage"),
})

const hoursSettings = createRoute({
  getParentRoute: () => settings,
  path: "/hours",
  component: lazyRouteComponent(settingsPages, "HoursPage"),
})

const auditSettings = createRoute({
  getParentRoute: () => settings,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(settingsPages, "AuditPage"),
})

const deskSettings = createRoute({
  getParentRoute: () => settings,
  path: "/desk",
  component: lazyRouteComponent(settingsPages, "DeskPage"),
})

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: "$",
  beforeLoad: () => {
    throw redirect({ to: "/", replace: true })
  },
})

/** Every page of the application. */
const tree = root.addChildren([
  signIn,
  newPassword,
  forgotPassword,
  resetPassword,
  setup,
  signedIn.addChildren([
    inbox.addChildren([home, list, conversation]),
    people.addChildren([
      customers,
      customer,
      organizations,
      organization,
      reports.addChildren([
        reportsOverview,
        volumeReport,
        busyTimesReport,
        timesReport,
        happinessReport,
        peopleReport,
        tagsReport,
        reportedConversations,
      ]),
    ]),
    account.addChildren([preferences, ownPassword, ownSessions]),
    settings.addChildren([
      settingsOverview,
      inboxesSettings,
      inboxSettings,
      peopleSettings,
      teamsSettings,
      tagsSettings,
      propertiesSettings,
      webhooksSettings,
      webhookSettings,
      workflowsSettings,
      newWorkflowSettings,
      workflowSettings,
      tokensSettings,
      mailSettings,
      sentSettings,
      messageSettings,
      appsSettings,
      hoursSettings,
      auditSettings,
      deskSettings,
    ]),
  ]),
  elsewhere,
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({ routeTree: tree, context: { queryClient }, defaultPreload: false, scrollRestoration: false })
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

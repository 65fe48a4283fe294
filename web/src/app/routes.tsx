import type { QueryClient } from "@tanstack/react-query"
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { desk, statusOf } from "../data/client.ts"
import { type ListKey, readListKey } from "../data/lists/list-key.ts"
import { setupQuery } from "../data/session.ts"
import { readDirectorySearch } from "../screens/directory/directory.ts"
import { InboxScreen } from "../screens/inbox/InboxScreen.tsx"
import { NewPassword } from "../screens/session/NewPassword.tsx"
import { Setup } from "../screens/session/Setup.tsx"
import { SignIn } from "../screens/session/SignIn.tsx"
import { NotFound } from "../ui/parts/NotFound.tsx"
import { Failure } from "../ui/parts/Notice.tsx"
import { people, root, signedIn } from "./layouts.tsx"
import * as reports from "./reports-routes.ts"
import * as settings from "./settings-routes.ts"

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: readReturn,
  component: SignIn,
})

/** Written out where there is none: the router keeps what it reads and nobody replaces. */
function readReturn({ to }: Record<string, unknown>): { to?: string | undefined } {
  return { to: isOwnPath(to) ? to : undefined }
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
  component: lazyRouteComponent(() => import("../screens/session/ForgotPassword.tsx"), "ForgotPassword"),
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
  component: lazyRouteComponent(() => import("../screens/session/ResetPassword.tsx"), "ResetPassword"),
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
})

/** Where `web` links of the API lead, too. The list beside it is told by the address, so that it survives a reload. */
const conversation = createRoute({
  getParentRoute: () => inbox,
  path: "/conversation/$conversationId/$number",
  validateSearch: (search: Record<string, unknown>): { list?: ListKey | undefined } => ({
    list: readListKey(search["list"]),
  }),
})

const customers = createRoute({
  getParentRoute: () => people,
  path: "/customers",
  validateSearch: readDirectorySearch,
  component: lazyRouteComponent(() => import("../screens/customers/CustomersPage.tsx"), "CustomersPage"),
})

const customer = createRoute({
  getParentRoute: () => people,
  path: "/customers/$customerId",
  component: lazyRouteComponent(() => import("../screens/customers/CustomerPage.tsx"), "CustomerPage"),
})

const organizations = createRoute({
  getParentRoute: () => people,
  path: "/organizations",
  validateSearch: readDirectorySearch,
  component: lazyRouteComponent(() => import("../screens/organizations/OrganizationsPage.tsx"), "OrganizationsPage"),
})

const organization = createRoute({
  getParentRoute: () => people,
  path: "/organizations/$organizationId",
  component: lazyRouteComponent(() => import("../screens/organizations/OrganizationPage.tsx"), "OrganizationPage"),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("../screens/account/AccountScreen.tsx"), "AccountScreen"),
})

const profile = createRoute({
  getParentRoute: () => account,
  path: "/profile",
  component: lazyRouteComponent(() => import("../screens/account/ProfilePage.tsx"), "ProfilePage"),
})

const preferences = createRoute({
  getParentRoute: () => account,
  path: "/",
  component: lazyRouteComponent(() => import("../screens/account/PreferencesPage.tsx"), "PreferencesPage"),
})

const ownNotifications = createRoute({
  getParentRoute: () => account,
  path: "/notifications",
  component: lazyRouteComponent(() => import("../screens/account/NotificationsPage.tsx"), "NotificationsPage"),
})

const ownPassword = createRoute({
  getParentRoute: () => account,
  path: "/password",
  component: lazyRouteComponent(() => import("../screens/account/PasswordPage.tsx"), "PasswordPage"),
})

const ownSessions = createRoute({
  getParentRoute: () => account,
  path: "/sessions",
  component: lazyRouteComponent(() => import("../screens/account/SessionsPage.tsx"), "SessionsPage"),
})

const elsewhere = createRoute({ getParentRoute: () => root, path: "$", component: NotFound })

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
      reports.screen.addChildren([
        reports.overview,
        reports.volume,
        reports.busyTimes,
        reports.times,
        reports.happiness,
        reports.people,
        reports.tags,
        reports.conversations,
      ]),
    ]),
    account.addChildren([profile, preferences, ownNotifications, ownPassword, ownSessions]),
    settings.screen.addChildren([
      settings.overview,
      settings.inboxes,
      settings.inbox,
      settings.people,
      settings.teams,
      settings.tags,
      settings.properties,
      settings.webhooks,
      settings.webhook,
      settings.workflows,
      settings.newWorkflow,
      settings.workflow,
      settings.tokens,
      settings.mail,
      settings.sentMail,
      settings.mailSenders,
      settings.message,
      settings.apps,
      settings.hours,
      settings.audit,
      settings.desk,
      settings.firstSteps,
    ]),
  ]),
  elsewhere,
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: false,
    scrollRestoration: false,
    // The router matches no route where an address has a percent sign that encodes nothing.
    defaultNotFoundComponent: NotFound,
  })
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

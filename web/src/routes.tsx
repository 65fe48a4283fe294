import type { QueryClient } from "@tanstack/react-query"
import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router"
import { statusOf } from "./desk/client.ts"
import { Frame } from "./Frame.tsx"
import { InboxScreen } from "./inbox/InboxScreen.tsx"
import { readListKey } from "./lists/list-key.ts"
import { Failure } from "./parts/Notice.tsx"
import { NewPassword } from "./session/NewPassword.tsx"
import { Setup } from "./session/Setup.tsx"
import { SignIn } from "./session/SignIn.tsx"
import { sessionQuery, setupQuery } from "./session/session.ts"

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
    const setup = isOwner ? await context.queryClient.ensureQueryData(setupQuery) : undefined
    if (setup?.open) throw redirect({ to: "/setup", replace: true })
    if (session.passwordOneTime) throw redirect({ to: "/password", search, replace: true })
  },
  component: InboxScreen,
  errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/list/$list", params: { list: "mine" }, replace: true })
  },
})

const list = createRoute({
  getParentRoute: () => signedIn,
  path: "/list/$list",
  beforeLoad({ params }) {
    if (!readListKey(params.list)) throw redirect({ to: "/", replace: true })
  },
})

/** Where `web` links of the API lead, too. The list beside it is told by the address, so that it survives a reload. */
const conversation = createRoute({
  getParentRoute: () => signedIn,
  path: "/conversation/$conversationId/$number",
  validateSearch(search: Record<string, unknown>) {
    const key = readListKey(search["list"])
    return key ? { list: key } : {}
  },
})

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: "$",
  beforeLoad: () => {
    throw redirect({ to: "/", replace: true })
  },
})

/** Every page of the application. */
const tree = root.addChildren([signIn, newPassword, setup, signedIn.addChildren([home, list, conversation]), elsewhere])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({ routeTree: tree, context: { queryClient }, defaultPreload: false, scrollRestoration: false })
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

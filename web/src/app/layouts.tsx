import type { QueryClient } from "@tanstack/react-query"
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { statusOf } from "../data/client.ts"
import { preferencesQuery } from "../data/preferences.ts"
import { sessionQuery, setupQuery } from "../data/session.ts"
import { Failure } from "../ui/parts/Notice.tsx"
import { Frame } from "./Frame.tsx"
import { applyRegion } from "./reader-region.ts"
import { SignedIn } from "./SignedIn.tsx"

interface Context {
  queryClient: QueryClient
}

export const root = createRootRouteWithContext<Context>()({ component: Frame })

/** Everything that needs somebody who is signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  async beforeLoad({ context, location }) {
    const search = location.href === "/" ? {} : { to: location.href }
    const session = await context.queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (statusOf(error) !== 401) throw error
      throw redirect({ to: "/sign-in", search, replace: true })
    })
    const isOwner = session.user.role === "owner"
    const [setup, preferences] = await Promise.all([
      isOwner ? context.queryClient.ensureQueryData(setupQuery) : undefined,
      context.queryClient.ensureQueryData(preferencesQuery),
    ])
    applyRegion(session.user, preferences)
    if (setup?.open) throw redirect({ to: "/setup", replace: true })
    if (session.passwordOneTime) throw redirect({ to: "/password", search, replace: true })
  },
  component: SignedIn,
  errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
})

/** Whom the desk knows. */
export const people = createRoute({
  getParentRoute: () => signedIn,
  id: "people",
  component: lazyRouteComponent(() => import("../screens/directory/PeopleScreen.tsx"), "PeopleScreen"),
})

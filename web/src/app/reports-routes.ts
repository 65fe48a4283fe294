import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import type { DrillSearch } from "../screens/reports/parts/search.ts"
import { people as peopleLayout } from "./layouts.tsx"

const pages = () => import("../screens/reports/pages.ts")

/** What an address asks of reports is read with them. */
export const screen = createRoute({
  getParentRoute: () => peopleLayout,
  path: "/reports",
  validateSearch: (search: Record<string, unknown>) => search as DrillSearch,
  component: lazyRouteComponent(pages, "ReportsScreen"),
})

export const overview = page("/", "OverviewPage")
export const volume = page("/volume", "VolumePage")
export const busyTimes = page("/busy-times", "BusyTimesPage")
export const times = page("/times", "TimesPage")
export const happiness = page("/happiness", "HappinessPage")
export const people = page("/people", "PeoplePage")
export const tags = page("/tags", "TagsPage")
export const conversations = page("/conversations", "DrilldownPage")

function page<const Path extends string>(path: Path, name: keyof Awaited<ReturnType<typeof pages>>) {
  return createRoute({ getParentRoute: () => screen, path, component: lazyRouteComponent(pages, name) })
}

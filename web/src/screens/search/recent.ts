import { createRecentEntries } from "../../data/recent-entries.ts"

/** What somebody has looked for lately, in this browser. */
export const recentSearches = createRecentEntries("searches", 6)

import { createKeptList } from "../../data/recent-entries.ts"

/** What somebody has looked for lately, in this browser. */
export const recentSearches = createKeptList("searches", 6)

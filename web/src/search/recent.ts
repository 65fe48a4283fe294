import { createKeptList } from "../desk/kept-list.ts"

/** What somebody has looked for lately, in this browser. */
export const recentSearches = createKeptList("searches", 6)

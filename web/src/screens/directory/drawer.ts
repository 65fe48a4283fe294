import { createStore } from "../../data/store.ts"

/** Whether the navigation is drawn over the page, where there is no room beside it. */
export const navigationDrawer = createStore(false)

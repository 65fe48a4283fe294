import { createPersistentStore } from "../store.ts"

const mostDismissed = 200

/** Ids of the conversations whose banner the user has dismissed in this browser, separated by commas, the newest last. */
export const dismissedBanners = createPersistentStore<string>("dismissed-banners", {
  first: "",
  isValid: (found) => typeof found === "string" && /^(\d+(,\d+)*)?$/.test(found),
})

export function dismissBanner(conversationId: number): void {
  dismissedBanners.set((before) =>
    [...before.split(",").filter(Boolean), conversationId].slice(-mostDismissed).join(","),
  )
}

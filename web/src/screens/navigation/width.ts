import { useSyncExternalStore } from "react"
import { createPersistentStore, useStore } from "../../data/store.ts"

/** Until somebody chooses, there are names where there is room for them. */
const kept = createPersistentStore<"auto" | "names" | "icons">("navigation", {
  first: "auto",
  isValid: (found) => found === "auto" || found === "names" || found === "icons",
})

const drawer = window.matchMedia("(max-width: 1023px)")
/** Names, the usual list and 520 pixels of conversation need 1112. */
const medium = window.matchMedia("(max-width: 1119px)")

/** Whether only icons are shown, and how to change that. A drawer always has names. */
export function useIcons(): [boolean, () => void] {
  const isDrawer = useMedia(drawer)
  const isMedium = useMedia(medium)
  const chosen = useStore(kept)
  const icons = !isDrawer && (chosen === "auto" ? isMedium : chosen === "icons")
  return [icons, () => kept.set(icons ? "names" : "icons")]
}

export function isDrawer(): boolean {
  return drawer.matches
}

export function useMedia(media: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener("change", listener)
      return () => media.removeEventListener("change", listener)
    },
    () => media.matches,
  )
}

import { useState } from "react"
import { createPersistentStore, useStore } from "../../data/store.ts"
import { useIcons, useMedia } from "../navigation/width.ts"

/**
 * Beside navigation, the narrowest list, 520 pixels of conversation and their own 300 pixels: with less room they lie
 * over the conversation.
 */
const besideNames = window.matchMedia("(min-width: 1340px)")
const besideIcons = window.matchMedia("(min-width: 1176px)")

const kept = createPersistentStore<"shown" | "hidden">("details", {
  first: "shown",
  isValid: (found) => found === "shown" || found === "hidden",
})

export interface DetailsPane {
  /** Whether they stand beside the conversation. */
  docked: boolean
  shown: boolean
  show: (shown: boolean) => void
}

/** Where they stand beside the conversation, the choice is remembered; a drawer is always closed at first. */
export function useDetailsPane(): DetailsPane {
  const remembered = useStore(kept)
  const [drawer, setDrawer] = useState(false)
  const [icons] = useIcons()
  const [isWide, isMedium] = [useMedia(besideNames), useMedia(besideIcons)]
  if (isWide || (icons && isMedium))
    return { docked: true, shown: remembered === "shown", show: (shown) => kept.set(shown ? "shown" : "hidden") }
  return { docked: false, shown: drawer, show: setDrawer }
}

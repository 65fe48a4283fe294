import { useState } from "react"
import { createPersistentStore, useStore } from "../../data/store.ts"

/** From here on the details stand beside the conversation; below they lie over it. */
const docked = window.matchMedia("(min-width: 1100px)")

const kept = createPersistentStore<"shown" | "hidden">("details", {
  first: "shown",
  isValid: (found) => found === "shown" || found === "hidden",
})

/** On wide screens the choice is remembered; a drawer is always closed at first. */
export function useDetailsShown(): [boolean, (shown: boolean) => void] {
  const remembered = useStore(kept)
  const [drawer, setDrawer] = useState(false)
  if (docked.matches) return [remembered === "shown", (shown) => kept.set(shown ? "shown" : "hidden")]
  return [drawer, setDrawer]
}

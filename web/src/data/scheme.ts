import { createPersistentStore } from "./store.ts"

const schemes = ["system", "light", "dark"] as const
export type Scheme = (typeof schemes)[number]

const store = createPersistentStore<Scheme>("scheme", {
  first: "system",
  isValid: (found) => schemes.some((scheme) => scheme === found),
})

const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)")

/** Called once, before anything is drawn. */
export function applyScheme(): void {
  const apply = () => {
    const scheme = store.get()
    if (scheme === "system") delete document.documentElement.dataset["scheme"]
    else document.documentElement.dataset["scheme"] = scheme
  }
  store.follow(apply)
  apply()
}

/** Kept in this browser too, so that the next page is drawn in it before the desk has answered. */
export function showScheme(scheme: Scheme): void {
  store.set(scheme)
}

export function shownScheme(): "light" | "dark" {
  const scheme = store.get()
  if (scheme !== "system") return scheme
  return systemIsDark.matches ? "dark" : "light"
}

export function followShownScheme(listener: () => void): () => void {
  const unfollow = store.follow(listener)
  systemIsDark.addEventListener("change", listener)
  return () => {
    unfollow()
    systemIsDark.removeEventListener("change", listener)
  }
}

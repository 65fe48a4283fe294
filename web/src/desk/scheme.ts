import { createKeptStore, useStore } from "./store.ts"

export const schemes = ["system", "light", "dark"] as const
export type Scheme = (typeof schemes)[number]

const store = createKeptStore<Scheme>("scheme", {
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

export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  return [useStore(store), store.set]
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

export function switchScheme(): void {
  store.set(shownScheme() === "dark" ? "light" : "dark")
}

import type { Presence } from "@deskhand/sdk/client"
import { useEffect } from "react"
import { desk } from "../client.ts"
import { createStore, useStore } from "../store.ts"

/** What somebody does in the composer of the open conversation. */
const doing = createStore<Presence["activity"]>("viewing")

export function sayWriting(mode: "reply" | "note" | undefined): void {
  doing.set(mode === undefined ? "viewing" : mode === "note" ? "noting" : "replying")
}

/** The desk forgets who has said nothing for 45 seconds. */
const repeatMs = 20_000

/** Tells windows of the same person apart. */
const client = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join("")

/** Who has begun to write and touches nothing for so long only looks at it. */
const idleMs = 60_000

const touches = ["keydown", "pointerdown", "pointermove", "wheel"] as const

/** Tells colleagues that one is here, for as long as the page is looked at. Whether it arrives hinders nobody's work. */
export function useTellPresence(conversationId: number): void {
  const activity = useStore(doing)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let touchedAt = Date.now()
    const isIdle = () => Date.now() - touchedAt > idleMs
    const say = () => {
      if (document.hidden) return
      desk.presence.say({ conversationId, activity: isIdle() ? "viewing" : activity, client }).catch(() => {})
    }
    const touch = () => {
      const wasIdle = isIdle()
      touchedAt = Date.now()
      if (wasIdle) say()
    }
    say()
    const timer = setInterval(say, repeatMs)
    document.addEventListener("visibilitychange", say, { signal })
    for (const kind of touches) document.addEventListener(kind, touch, { signal, passive: true })
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [conversationId, activity])
  useEffect(() => {
    const leave = () => void desk.presence.leave(client).catch(() => {})
    window.addEventListener("pagehide", leave)
    return () => {
      window.removeEventListener("pagehide", leave)
      leave()
    }
  }, [])
}

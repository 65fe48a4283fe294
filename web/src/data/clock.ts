import { useEffect } from "react"
import { afterPress } from "./press.ts"
import { createStore, useStore } from "./store.ts"

const minuteMs = 60_000
const clock = createStore(Date.now())
let followers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The moment, as of the last minute: enough for what says how long ago something was. */
export function useNow(): number {
  useEffect(() => {
    if (followers++ === 0) timer = setInterval(() => afterPress(() => clock.set(Date.now())), minuteMs)
    return () => {
      if (--followers === 0) clearInterval(timer)
    }
  }, [])
  return useStore(clock)
}

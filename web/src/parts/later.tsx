import { type ComponentType, type ReactNode, useEffect, useState } from "react"
import { whenIdle } from "../desk/idle.ts"

export interface Later<Props> {
  Component: ComponentType<Props>
  /** Fetches it in advance, when the browser has nothing else to do. Gives back a way to change one's mind. */
  prepare(): () => void
}

/** How long to wait before what could not be fetched is asked for again: a desk that restarts is back in a moment. */
const againMs = 2_000

/**
 * A part of the application that is not in the first load. Unlike React's own `lazy` it is drawn at once when it has been
 * fetched before; until then `meanwhile` stands there.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    loaded ??= await load()
  }
  function Component(props: Props) {
    const [, setFetched] = useState(false)
    useEffect(() => {
      if (loaded) return
      let timer: ReturnType<typeof setTimeout>
      const attempt = () =>
        void fetch().then(
          () => setFetched(true),
          () => {
            timer = setTimeout(attempt, againMs)
          },
        )
      attempt()
      return () => clearTimeout(timer)
    }, [])
    const Loaded = loaded
    return Loaded ? <Loaded {...props} /> : meanwhile
  }
  return {
    Component,
    prepare: () => whenIdle(() => void fetch().catch(() => {})),
  }
}

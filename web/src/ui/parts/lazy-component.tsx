import { type ComponentType, useEffect, useState } from "react"
import { type LazyPart, lazyPart } from "../../data/lazy-part.ts"

export interface LazyComponent<Props> extends Pick<LazyPart<unknown>, "prepare"> {
  Component: ComponentType<Props>
}

/** How long to wait before what could not be fetched is asked for again: a desk that restarts is back in a moment. */
const againMs = 2_000

/**
 * A component that is not in the first load. Unlike React's own `lazy` it is drawn at once when it has been fetched before,
 * and asked for again where it could not be; until then `Meanwhile` stands there.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Nothing,
): LazyComponent<Props> {
  const part = lazyPart(load)
  function Component(props: Props) {
    const [, setFetched] = useState(false)
    useEffect(() => {
      if (part.now()) return
      let timer: ReturnType<typeof setTimeout>
      const attempt = () =>
        void part.load().then(
          () => setFetched(true),
          () => {
            timer = setTimeout(attempt, againMs)
          },
        )
      attempt()
      return () => clearTimeout(timer)
    }, [])
    const Loaded = part.now()
    return Loaded ? <Loaded {...props} /> : <Meanwhile {...props} />
  }
  return { Component, prepare: part.prepare }
}

function Nothing() {
  return null
}

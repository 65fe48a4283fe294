type Key = readonly unknown[]

export interface Gathering {
  add(keys: readonly Key[]): void
  stop(): void
}

/** Passes on what comes, each thing once, at most once in so many milliseconds and the first at once. */
export function createGathering(pauseMs: number, pass: (keys: Key[]) => void): Gathering {
  let waiting = new Map<string, Key>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (waiting.size === 0) return
    const keys = [...waiting.values()]
    waiting = new Map()
    timer = setTimeout(flush, pauseMs)
    pass(keys)
  }
  return {
    add(keys) {
      for (const key of keys) waiting.set(JSON.stringify(key), key)
      timer ??= setTimeout(flush, 0)
    },
    stop() {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}

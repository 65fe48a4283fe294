type Key = readonly unknown[]

export interface Batch {
  add(keys: readonly Key[]): void
  stop(): void
}

/** After so long the next is passed on although what was passed on before has not been read yet. */
const longestMs = 3_000

/**
 * Passes on what comes, each thing once, at most once in so many milliseconds and the first at once. Where reading it
 * takes longer, the next waits for that: a desk that has much to do is not asked ever more.
 */
export function createBatch(pauseMs: number, pass: (keys: Key[]) => Promise<unknown>): Batch {
  let waiting = new Map<string, Key>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: { turns: number } | undefined
  const flush = () => {
    timer = undefined
    if (waiting.size === 0) return
    timer = setTimeout(flush, pauseMs)
    if (reading && ++reading.turns < longestMs / pauseMs) return
    const keys = [...waiting.values()]
    waiting = new Map()
    const begun = { turns: 0 }
    reading = begun
    void pass(keys).finally(() => {
      if (reading === begun) reading = undefined
    })
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

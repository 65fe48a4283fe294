export interface SharedWork<News> {
  /** The same in every tab that shares it. */
  name: string
  /** Goes on until the signal, and tells all tabs what there is to tell. */
  work(tell: (news: News) => void, signal: AbortSignal): Promise<void>
  hear(news: News): void
  /** What a tab must be told that has come just now. */
  welcome(): News[]
  signal: AbortSignal
}

const hello = "hello"

/**
 * One tab works for all of this browser: it keeps only six connections to a desk, and each tab would take one for good.
 * It is the tab that was looked at last, because browsers let hidden ones sleep.
 */
export function shareAmongTabs<News extends object>({ name, work, hear, welcome, signal }: SharedWork<News>): void {
  // Only where the page came by HTTPS or from this machine; elsewhere each tab works for itself.
  if (!navigator.locks) {
    void work(hear, signal)
    return
  }
  const channel = new BroadcastChannel(name)
  /** The turn of this tab, while it has one. */
  let leading: AbortController | undefined
  channel.addEventListener("message", ({ data }: MessageEvent<News | typeof hello>) => {
    if (data !== hello) hear(data)
    else if (leading) for (const news of welcome()) channel.postMessage(news)
  })
  const tell = (news: News) => {
    hear(news)
    if (!signal.aborted) channel.postMessage(news)
  }

  /** Waits for its turn, or takes it from whoever has it; ends with the work, or when another has taken the turn. */
  async function lead(options: LockOptions): Promise<void> {
    const turn = new AbortController()
    try {
      await navigator.locks.request(name, options, async () => {
        leading = turn
        await work(tell, AbortSignal.any([signal, turn.signal]))
      })
    } finally {
      if (leading === turn) leading = undefined
      turn.abort()
    }
  }

  let waiting: AbortController
  const wait = () => {
    waiting = new AbortController()
    // Withdrawn: whoever withdrew it waits again. Taken away: it waits for the next turn.
    const { signal: withdrawn } = waiting
    lead({ signal: withdrawn }).catch(() => {
      if (!signal.aborted && !withdrawn.aborted) wait()
    })
  }
  const take = () => {
    if (document.hidden || leading) return
    waiting.abort()
    lead({ steal: true }).catch(() => {
      if (!signal.aborted) wait()
    })
  }
  wait()
  channel.postMessage(hello)
  document.addEventListener("visibilitychange", take, { signal })
  signal.addEventListener("abort", () => {
    waiting.abort()
    channel.close()
  })
}

import { EventEmitter, once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

/**
 * Topics that transactions of this node tell of, and any node by NOTIFY. One connection for all of them is opened for
 * the first who hears; when it is lost it is opened again. What is said meanwhile, or behind a pooler, is not heard:
 * who must not miss it looks for itself from time to time.
 */
export class Hearing {
  private readonly url: string
  private readonly onError: (error: Error) => void
  private readonly topics = new EventEmitter().setMaxListeners(0)
  private readonly stopping = new AbortController()
  private client: pg.Client | undefined
  private ended: Promise<void> | undefined

  constructor(url: string, onError: (error: Error) => void) {
    this.url = url
    this.onError = onError
  }

  /** The listener is given what a NOTIFY says beside its topic. Gives what ends it. */
  hear(topic: string, listener: (said?: string) => void): () => void {
    const isNew = this.topics.listenerCount(topic) === 0
    this.topics.on(topic, listener)
    this.ended ??= this.listen()
    // A connection that fails here is lost, which is noticed where it is kept.
    if (isNew) this.client?.query(`listen ${topic}`).catch(() => {})
    return () => this.topics.off(topic, listener)
  }

  tell(topic: string): void {
    this.topics.emit(topic)
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.client?.end().catch(() => {})
    await this.ended
  }

  private async listen(): Promise<void> {
    const { signal } = this.stopping
    for (let failures = 0; !signal.aborted; failures++) {
      const client = this.newClient()
      try {
        const lost = once(client, "end")
        // A connection that breaks before anybody waits for its end says so here, and is told of below.
        lost.catch(() => {})
        await client.connect()
        for (const topic of this.topics.eventNames()) await client.query(`listen ${String(topic)}`)
        this.client = client
        failures = 0
        // Whatever was said while nobody listened.
        for (const topic of this.topics.eventNames()) this.topics.emit(topic)
        if (!signal.aborted) await lost
      } catch (error) {
        this.onError(error as Error)
      }
      this.client = undefined
      await client.end().catch(() => {})
      await pause(Math.min(50 * 2 ** failures, longestPauseMs), undefined, { signal }).catch(() => {})
    }
  }

  private newClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: 2_000,
      application_name: "deskhand listener",
      keepAlive: true,
    })
    client.on("notification", ({ channel, payload }) => this.topics.emit(channel, payload))
    client.on("error", this.onError)
    return client
  }
}

const longestPauseMs = 5_000

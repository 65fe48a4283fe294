import type { Load } from "./queue.ts"

interface Lane {
  busy: number
  /** How many may begin at the moment. */
  tokens: number
  filledAt: number
}

/** What this node is doing for each webhook, and how many a second it may be sent. */
export class Pace {
  private readonly perSecond: number
  private readonly clockMs: () => number
  private readonly webhooks = new Map<number, Lane>()

  constructor(perSecond: number, clockMs: () => number) {
    this.perSecond = perSecond
    this.clockMs = clockMs
  }

  begin(webhookId: number): void {
    const webhook = this.filled(this.webhooks.get(webhookId))
    this.webhooks.set(webhookId, { ...webhook, busy: webhook.busy + 1, tokens: webhook.tokens - 1 })
  }

  end(webhookId: number): void {
    const webhook = this.webhooks.get(webhookId)
    if (webhook) webhook.busy--
  }

  /** Of those that are not idle. */
  loads(): Load[] {
    const loads: Load[] = []
    for (const [webhookId, before] of this.webhooks) {
      const { busy, tokens } = this.filled(before)
      if (busy === 0 && tokens >= this.perSecond) this.webhooks.delete(webhookId)
      else loads.push({ webhookId, busy, allowed: Math.floor(tokens) })
    }
    return loads
  }

  /** One of them has to wait because of its pace alone. */
  isFull(): boolean {
    return [...this.webhooks.values()].some((webhook) => this.filled(webhook).tokens < 1)
  }

  private filled(webhook: Lane | undefined): Lane {
    const now = this.clockMs()
    if (!webhook) return { busy: 0, tokens: this.perSecond, filledAt: now }
    const grown = ((now - webhook.filledAt) / 1_000) * this.perSecond
    return { ...webhook, tokens: Math.min(this.perSecond, webhook.tokens + grown), filledAt: now }
  }
}

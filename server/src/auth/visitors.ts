import type { Viewer } from "../http/viewer.ts"

export interface VisitorRow {
  user_id: number
  role: Viewer["role"]
  scope: Viewer["scope"]
  is_app: boolean
  inbox_ids: number[]
  /** Of the token or the session; null where it never expires. */
  expires_at: Date | null
  last_visit_at: Date | null
  seen_at: Date | null
}

interface Known {
  /** The row itself as soon as it is there, so that nobody waits for what is known. */
  row: VisitorRow | undefined | Promise<VisitorRow | undefined>
  until: number
}

/** Far more than call within a moment. */
const mostKnown = 10_000

/** How often those are put out of mind who have not come again. */
const sweepMs = 10_000

/**
 * Who called a moment ago: to ask the database again for each of many requests would cost more than most of them. What
 * a node itself changes counts at once, what others change as soon as a moment is over. They are known by the secret
 * that they send: to hash it for every request would cost as much as all the rest of letting them in.
 */
export class Visitors {
  private readonly momentMs: number
  private readonly known = new Map<string, Known>()
  private sweepAt = 0

  constructor(momentMs: number) {
    this.momentMs = momentMs
  }

  find(key: string, look: () => Promise<VisitorRow | undefined>): Known["row"] {
    if (this.momentMs === 0) return look()
    const at = performance.now()
    const known = this.known.get(key)
    if (known && known.until > at) return known.row
    this.sweep(at)
    const row = look()
    const entry: Known = { row, until: at + this.momentMs }
    this.known.set(key, entry)
    // Who is unknown, or could not be asked for, is asked for again by the next request.
    const forget = () => this.known.get(key) === entry && this.known.delete(key)
    row.then((found) => {
      if (found) entry.row = found
      else forget()
    }, forget)
    return row
  }

  forget(): void {
    this.known.clear()
  }

  private sweep(at: number): void {
    if (this.known.size >= mostKnown) this.known.clear()
    if (at < this.sweepAt) return
    this.sweepAt = at + sweepMs
    for (const [key, { until }] of this.known) if (until <= at) this.known.delete(key)
  }
}

import type { Viewer } from "../http/viewer.ts"

export interface VisitorRow {
  user_id: number
  role: Viewer["role"]
  scope: Viewer["scope"]
  inbox_ids: number[]
  /** Of the token or the session; null where it never expires. */
  expires_at: Date | null
  last_visit_at: Date | null
  seen_at: Date | null
}

interface Known {
  row: Promise<VisitorRow | undefined>
  until: number
}

/** Far more than call within a moment. */
const mostKnown = 10_000

/**
 * Who called a moment ago: to ask the database again for each of many requests would cost more than most of them. What
 * a node itself changes counts at once, what others change as soon as a moment is over.
 */
export class Visitors {
  private readonly momentMs: number
  private readonly known = new Map<string, Known>()

  constructor(momentMs: number) {
    this.momentMs = momentMs
  }

  async find(key: string, look: () => Promise<VisitorRow | undefined>): Promise<VisitorRow | undefined> {
    if (this.momentMs === 0) return look()
    const at = performance.now()
    const known = this.known.get(key)
    if (known && known.until > at) return known.row
    if (this.known.size >= mostKnown) this.known.clear()
    const row = look()
    const entry = { row, until: at + this.momentMs }
    this.known.set(key, entry)
    // Who is unknown, or could not be asked for, is asked for again by the next request.
    const forget = () => this.known.get(key) === entry && this.known.delete(key)
    row.then((found) => found ?? forget(), forget)
    return row
  }

  forget(): void {
    this.known.clear()
  }
}

import type { Database } from "../db/db.ts"

/** What this node has taken in since it was started, by the words of the metrics. */
export interface Traffic {
  /** Connections to the receiver that are open. */
  sessions: number
  /** Messages by the way they came. */
  taken: Record<"imap" | "smtp" | "lmtp", number>
  /** What the receiver said no to, by the code of its answer. */
  refused: Map<number, number>
}

const traffic = new WeakMap<Database, Traffic>()

/** One for each desk of a process, which its database stands for. */
export function trafficOf(db: Database): Traffic {
  const known = traffic.get(db) ?? { sessions: 0, taken: { imap: 0, smtp: 0, lmtp: 0 }, refused: new Map() }
  traffic.set(db, known)
  return known
}

import type { Presence, PresenceNews } from "@deskhand/contract/people/presence"
import type { Database } from "../db/db.ts"
import { accessEnded } from "../events/hub.ts"
import { maySee } from "../events/rules.ts"
import type { Passing, Teller } from "../events/stream.ts"
import type { Viewer } from "../http/viewer.ts"
import { type Loop, type LoopOptions, startLoop } from "../runtime/loop.ts"
import { presentPresence } from "./present.ts"
import { listPresences, type PresenceRow, presenceChanged } from "./queries.ts"

/** Finds who has said nothing more, and what was notified while the listening connection was away. */
const pollMs = 1_000

/** Who is further behind is told everything anew. */
const mostChanges = 1_000

interface Change {
  before: PresenceRow | undefined
  after: PresenceRow | undefined
}

/** Who is where, read once for all who listen on this node. */
export class PresenceWatch implements Passing {
  private readonly db: Database
  private readonly now: () => Date
  private known: Map<string, PresenceRow> | undefined
  /** The last of all that there were. */
  private changes: Change[] = []
  private total = 0
  private loop: Loop | undefined
  private isClosed = false
  private readonly subscriptions: (() => void)[] = []
  private onNews = () => {}

  constructor({ db, now }: { db: Database; now: () => Date }) {
    this.db = db
    this.now = now
  }

  /** Not for who still asks while the desk stops, when nobody would end it. */
  open(log: LoopOptions["log"], onNews: () => void): void {
    if (this.loop || this.isClosed) return
    this.onNews = onNews
    const loop = startLoop({ name: "presence.watch", run: () => this.readChanges(), log })
    this.loop = loop
    for (const topic of [presenceChanged, accessEnded]) this.subscriptions.push(this.db.hear(topic, loop.wake))
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const unsubscribe of this.subscriptions) unsubscribe()
    await this.loop?.stop()
  }

  /** Everything at first and when the viewer's inboxes have changed, then what changes. */
  teller(): Teller {
    let told: number | undefined
    let inboxes = ""
    return (viewer) => {
      if (!this.known) return ""
      const isNew = told === undefined || inboxes !== String(viewer.inboxIds) || told < this.total - this.changes.length
      const missed = this.changes.slice(this.changes.length - (this.total - (told ?? 0)))
      const news = isNew
        ? { complete: true, presence: this.allFor(viewer) }
        : { complete: false, presence: missed.flatMap((change) => changeFor(viewer, change)) }
      told = this.total
      inboxes = String(viewer.inboxIds)
      return isNew || news.presence.length > 0 ? frameOf(news) : ""
    }
  }

  private allFor(viewer: Viewer): Presence[] {
    return [...(this.known?.values() ?? [])].filter((row) => maySee(viewer, row.inbox_id)).map(presentPresence)
  }

  private async readChanges(): Promise<number> {
    const rows = await listPresences(this.db, this.now())
    const found = new Map(rows.map((row) => [`${row.user_id} ${row.conversation_id}`, row]))
    const changes = this.known ? changesBetween(this.known, found) : []
    const isFirst = this.known === undefined
    this.known = found
    this.changes = [...this.changes, ...changes].slice(-mostChanges)
    this.total += changes.length
    if (isFirst || changes.length > 0) this.onNews()
    return pollMs
  }
}

function changesBetween(before: Map<string, PresenceRow>, after: Map<string, PresenceRow>): Change[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys]
    .map((key) => ({ before: before.get(key), after: after.get(key) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** For who sees only the inbox that a conversation has left, everybody in it is gone. */
function changeFor(viewer: Viewer, { before, after }: Change): PresenceNews["presence"] {
  if (after && maySee(viewer, after.inbox_id)) return [presentPresence(after)]
  if (!before || !maySee(viewer, before.inbox_id)) return []
  return [{ conversationId: before.conversation_id, userId: before.user_id, activity: "gone" }]
}

/** Without an id, so that whoever comes back goes on after the last event of the feed. */
function frameOf(news: PresenceNews): string {
  return `event: presence\ndata: ${JSON.stringify(news)}\n\n`
}

import type { Db } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import type { Answer, Call, Desk } from "./route.ts"
import type { Viewer } from "./viewer.ts"

/** Longer than a healthy replica lags by orders of magnitude. */
const followsWithinMs = 10_000

/** A replica that failed is left alone for this long. */
const restMs = 5_000

/**
 * Which database answers a read: the replica, unless it is away or the same user has just written through this node.
 */
export class Reads {
  private readonly desk: Desk
  private readonly writes = new Map<number, number>()
  private awayUntil = 0

  constructor(desk: Desk) {
    this.desk = desk
  }

  databaseFor(viewer: Viewer | undefined): Db {
    const { db, replica } = this.desk
    if (!replica || this.desk.now().getTime() < this.awayUntil) return db
    const wroteAt = viewer && this.writes.get(viewer.userId)
    return wroteAt !== undefined && this.desk.now().getTime() - wroteAt < followsWithinMs ? db : replica
  }

  /** Asks the primary what a replica that is away could not answer. */
  async retrying(call: Call, handle: (call: Call) => Promise<Answer>): Promise<Answer> {
    try {
      return await handle(call)
    } catch (error) {
      const { db, replica } = this.desk
      if (call.db !== replica || !(error instanceof DeskError) || error.code !== "unavailable") throw error
      this.awayUntil = this.desk.now().getTime() + restMs
      return handle({ ...call, db })
    }
  }

  noteWrite(viewer: Viewer): void {
    if (this.desk.replica) this.writes.set(viewer.userId, this.desk.now().getTime())
  }
}

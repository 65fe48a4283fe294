import type { Db } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import type { Answer, Call, Desk, Route } from "./route.ts"
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

  answer(call: Call, handle: Route["handle"]): Promise<Answer> {
    return call.db === this.desk.replica ? this.retrying(call, handle) : handle(call)
  }

  /** Gives what is given, and remembers that this user has written by then. */
  async noting(given: Promise<Answer>, viewer: Viewer | undefined): Promise<Answer> {
    const answer = await given
    if (viewer && this.desk.replica) this.writes.set(viewer.userId, this.desk.now().getTime())
    return answer
  }

  /** Asks the primary what a replica that is away could not answer. */
  private async retrying(call: Call, handle: Route["handle"]): Promise<Answer> {
    try {
      return await handle(call)
    } catch (error) {
      const { db } = this.desk
      if (!(error instanceof DeskError) || error.code !== "unavailable") throw error
      this.awayUntil = this.desk.now().getTime() + restMs
      return handle({ ...call, db })
    }
  }
}

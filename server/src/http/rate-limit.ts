import { type Db, sql } from "../db/db.ts"
import { throttled } from "../errors.ts"
import type { Desk } from "./route.ts"

/**
 * One allowance a minute for the whole desk, shared by all nodes. A node takes it in blocks of a hundredth, so that
 * counting costs a database write per block and not per request, and the limit is never passed.
 */
export class RateLimit {
  private readonly desk: Desk
  private readonly block: number
  private minute = 0
  private inHand = 0
  private left = 0
  private taking: Promise<void> | undefined

  constructor(desk: Desk) {
    this.desk = desk
    this.block = Math.max(2, Math.ceil(desk.config.rateLimit / 100))
  }

  get isSet(): boolean {
    return this.desk.config.rateLimit > 0
  }

  /** Spends, or throws 429. Gives the headers that every answer carries while a limit is set. */
  async spend(cost: number): Promise<Record<string, string>> {
    const limit = this.desk.config.rateLimit
    const now = this.desk.now().getTime()
    const minute = Math.floor(now / 60_000)
    if (minute !== this.minute) this.startMinute(minute)
    while (this.inHand < cost && this.left > 0) await this.takeBlock()
    const granted = this.inHand >= cost
    if (granted) this.inHand -= cost
    const headers = {
      "X-RateLimit-Limit-Minute": String(limit),
      "X-RateLimit-Remaining-Minute": String(granted ? this.left + this.inHand : 0),
    }
    if (granted) return headers
    const refused = throttled(`This desk takes ${limit} requests a minute`, 60 - (Math.floor(now / 1_000) % 60))
    Object.assign(refused.headers, headers)
    throw refused
  }

  private startMinute(minute: number): void {
    this.minute = minute
    this.inHand = 0
    this.left = this.desk.config.rateLimit
  }

  /** Requests that run out together wait for one taking. */
  private takeBlock(): Promise<void> {
    this.taking ??= this.takeFromAll().finally(() => {
      this.taking = undefined
    })
    return this.taking
  }

  private async takeFromAll(): Promise<void> {
    const { minute } = this
    const limit = this.desk.config.rateLimit
    const { taken } = await this.desk.db.one<{ taken: number }>(sql`
      insert into rate_windows as kept (minute, taken) values (${new Date(minute * 60_000)}, ${this.block})
      on conflict (minute) do update set taken = kept.taken + excluded.taken returning taken`)
    if (minute !== this.minute) return
    const before = taken - this.block
    this.inHand += Math.max(0, Math.min(this.block, limit - before))
    this.left = Math.max(0, limit - taken)
  }
}

export function forgetOldMinutes(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from rate_windows where minute < ${new Date(now.getTime() - 3_600_000)}`)
}

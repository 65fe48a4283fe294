import { codeOf, type Database, type Db, overtaken } from "./db.ts"
import { Group, Leaving, type Member } from "./group.ts"

/** So that PostgreSQL works on one while this node prepares the other. */
const mostUnderWay = 2

/** What takes longer waits for somebody else, and holds up nobody. */
const longestMs = 50

/** More would hold one another's rows for too long. */
const mostAtOnce = 32

/** In characters. Many longer texts at once would take much memory. */
export const longestShared = 50_000

/**
 * As `db.transaction`, for work that many requests do at once: who comes while others are under way shares the next
 * transaction, in which all ask and write by the same few statements. Each of them is refused or done as if it had been
 * alone. Work that needs anything else there leaves, and runs again in a transaction of its own; of what is known to need
 * more, `when` says so.
 */
export function together<Result>(
  db: Db,
  { when }: { when: boolean },
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (!when || !isDatabase(db)) return db.transaction(work)
  const sharing = sharings.get(db) ?? new Sharing(db)
  sharings.set(db, sharing)
  return sharing.join(work)
}

const sharings = new WeakMap<Db, Sharing>()

/** And no transaction, which work joins. */
function isDatabase(db: Db): db is Database {
  return "pool" in db
}

class Sharing {
  readonly #db: Db
  #waiting: Member[] = []
  #underWay = 0
  #looking: NodeJS.Immediate | undefined
  /** Of those under way, the ones with several members. */
  #groups = 0

  constructor(db: Db) {
    this.#db = db
  }

  join<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ work, resolve: resolve as Member["resolve"], reject })
    // Requests that arrived together have all been looked at by then.
    this.#looking ??= setImmediate(() => {
      this.#looking = undefined
      this.#next()
    })
    return promise
  }

  #next(): void {
    const { length } = this.#waiting
    // One who comes while a group is under way will soon have company.
    if (length === 0 || this.#underWay === mostUnderWay || (length === 1 && this.#groups > 0)) return
    const members = this.#waiting.splice(0, mostAtOnce)
    const isGroup = members.length > 1
    this.#underWay++
    if (isGroup) this.#groups++
    let over = false
    const end = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      this.#underWay--
      if (isGroup) this.#groups--
      this.#next()
    }
    const timer = setTimeout(end, longestMs)
    void this.#run(members).finally(end)
  }

  async #run(members: Member[]): Promise<void> {
    const [first, ...others] = members
    if (first && others.length === 0) return this.#alone(first)
    try {
      const outcomes = await this.#db.transaction((db) => new Group(db).run(members))
      for (const [index, outcome] of outcomes.entries()) this.#settle(members[index] as Member, outcome)
    } catch (error) {
      // Whose fault it was shows when each is alone; unless all may have been kept, which nobody can know.
      for (const member of members)
        if (isRefusal(error)) void this.#alone(member)
        else member.reject(error)
    }
  }

  #settle(member: Member, outcome: PromiseSettledResult<unknown>): void {
    if (outcome.status === "fulfilled") member.resolve(outcome.value)
    else if (outcome.reason instanceof Leaving || codeOf(outcome.reason) === codeOf(overtaken()))
      void this.#alone(member)
    else member.reject(outcome.reason)
  }

  async #alone({ work, resolve, reject }: Member): Promise<void> {
    await this.#db.transaction(work).then(resolve, reject)
  }
}

/** PostgreSQL itself has said no, so that nothing is kept. Otherwise the connection was lost, maybe after the commit. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Leaving || (/^([0-5]\w{4}|P0\w{3})$/.test(codeOf(error)) && !/^(08|53|57P)/.test(codeOf(error)))
  )
}

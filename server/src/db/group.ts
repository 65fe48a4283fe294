import { type Db, early, sql } from "./db.ts"

/** What is asked or written for one, or for all of a group by the same statements. */
export interface Shared<Given, Answer> {
  alone: (db: Db, given: Given) => Promise<Answer>
  /** In the order of what is given. The last one sends its statements at once, without waiting for anything before them. */
  together: (db: Db, given: Given[]) => Promise<(Answer | Leaving)[]>
  /** It is the last that a member does: nothing of it can be taken back alone. */
  last?: true
}

/** Thrown by what cannot be done in a shared transaction: the work runs again in one of its own. */
export class Leaving extends Error {
  constructor() {
    super("This needs a transaction of its own")
  }
}

export interface Member {
  work: (db: Db) => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

interface Asked {
  given: unknown
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/** The groups that share transactions, by what their members take for the database. */
const groups = new WeakMap<Db, (shared: Shared<never, unknown>, given: unknown) => Promise<unknown>>()

/** In a shared transaction for all who ask it in the same moment, otherwise alone. */
export function ask<Given, Answer>(db: Db, shared: Shared<Given, Answer>, given: Given): Promise<Answer> {
  const asking = groups.get(db)
  if (asking) return asking(shared, given) as Promise<Answer>
  const answer = shared.alone(db, given)
  // Nobody waits for the last one where its transaction fails by it.
  if (shared.last) answer.catch(() => {})
  return answer
}

const genericPlans = sql`${early} set local plan_cache_mode = force_generic_plan`

/** Whose work runs in one transaction, side by side. */
export class Group {
  readonly #db: Db
  #waiting = new Map<Shared<never, unknown>, Asked[]>()
  #asked = Promise.withResolvers<void>()
  #broken = false

  constructor(db: Db) {
    this.#db = db
  }

  /** What becomes of each, once the transaction is kept. Throws where nothing may be kept. */
  async run(members: Member[]): Promise<PromiseSettledResult<unknown>[]> {
    // Their statements are for any number, so that a plan for just this one is not worth making.
    this.#db.run(genericPlans).catch(() => {})
    let working = members.length
    const outcomes = Promise.allSettled(
      members.map(async ({ work }) => {
        const { db, hasWritten } = this.#memberDb()
        try {
          return await work(db)
        } catch (error) {
          this.#broken ||= hasWritten()
          throw error
        } finally {
          working--
          this.#asked.resolve()
        }
      }),
    )
    for (;;) {
      await this.#asked.promise
      // All who have something to ask have asked it by then.
      await new Promise(setImmediate)
      this.#asked = Promise.withResolvers()
      const answered = this.#askAll()
      const isHeldBack = this.#waiting.size > 0
      if (working === 0 && !isHeldBack) break
      await answered
      if (isHeldBack) this.#asked.resolve()
    }
    if (this.#broken) throw new Leaving()
    return outcomes
  }

  /** What one member has for the database. */
  #memberDb(): { db: Db; hasWritten: () => boolean } {
    let wrote = false
    const leave = () => Promise.reject(new Leaving())
    const db: Db = {
      many: leave,
      maybe: leave,
      one: leave,
      run: leave,
      transaction: (inner) => inner(db),
      tell: (topic) => this.#db.tell(topic),
    }
    groups.set(db, (shared, given) => {
      if (wrote) return leave()
      wrote = shared.last === true
      return this.#ask(shared, given)
    })
    return { db, hasWritten: () => wrote }
  }

  #ask(shared: Shared<never, unknown>, given: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    // Who does not wait for it learns of a failure by the end of the transaction.
    promise.catch(() => {})
    const asked = { given, resolve, reject }
    const others = this.#waiting.get(shared)
    if (others) others.push(asked)
    else this.#waiting.set(shared, [asked])
    this.#asked.resolve()
    return promise
  }

  /**
   * In the order in which each was first asked: locks come before what they guard. As long as somebody has a question, what
   * others do last is held back, and all do it in one statement.
   */
  async #askAll(): Promise<void> {
    const waiting = [...this.#waiting]
    const questions = waiting.filter(([{ last }]) => !last)
    const isAsking = questions.length > 0
    this.#waiting = new Map(isAsking ? waiting.filter(([{ last }]) => last) : [])
    await Promise.allSettled(
      (isAsking ? questions : waiting).map(async ([{ together }, asked]) => {
        try {
          const answers = await together(this.#db, asked.map(({ given }) => given) as never[])
          for (const [index, { resolve, reject }] of asked.entries()) {
            const answer = answers[index]
            if (answer instanceof Leaving) reject(answer)
            else resolve(answer)
          }
        } catch (error) {
          for (const { reject } of asked) reject(error)
        }
      }),
    )
  }
}

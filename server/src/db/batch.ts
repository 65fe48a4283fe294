import { DeskError } from "../errors.ts"
import { codeOf, type Database, type Db, overtakenCode } from "./db.ts"

/*
 * Group commit. Requests that come while others are under way are collected, and one transaction does them all by a few
 * statements, each of which takes an array; one that comes to an idle desk runs at once, as an array of one.
 *
 * Why nobody is hurt by the company:
 * - An action answers each of its inputs in its place, with a result or with the error that refuses it. Whoever is refused has
 *   written nothing, so the commit keeps only what was accepted. Nobody is answered before that commit.
 * - Locks that somebody else holds are skipped where there are several inputs, and whose they are runs again alone, where it
 *   waits. The same goes for the second one that wants a row. What remains to be locked is taken in one order by everybody:
 *   conversations and customers by id, then routing by inbox. So batches neither wait for one another in a circle nor
 *   keep others waiting for long, and after 50 ms the next one no longer waits for a batch that does.
 * - Where PostgreSQL refuses, nothing is kept, and each input runs again alone: the fault of one is answered to that one.
 *   Where the connection is lost, nobody can know whether the commit was kept: all of them learn so, and none is run again.
 */

/** What becomes of one of several: its result, or why it alone is refused. */
export type Outcome<Result> = Result | Error

/** Longer texts go alone: many of them at once would take much memory. In characters. */
export const longestBatchedText = 50_000

/**
 * The action for one of those whom it does many at once. Those that `when` leaves out, and those that come within a transaction,
 * are an array of one.
 */
export function batched<Input, Result>(
  many: (db: Db, inputs: Input[]) => Promise<Outcome<Result>[]>,
  when: (input: Input) => boolean,
): (db: Db, input: Input) => Promise<Result> {
  const alone = async (db: Db, input: Input) => orThrow((await many(db, [input]))[0])
  const runAll = async (db: Db, inputs: Input[]): Promise<(Outcome<Result> | Promise<Result>)[]> => {
    try {
      const outcomes = await many(db, inputs)
      return inputs.map((input, index) => {
        const outcome = outcomes[index] as Outcome<Result>
        return outcome instanceof Error && codeOf(outcome) === overtakenCode ? alone(db, input) : outcome
      })
    } catch (error) {
      if (inputs.length === 1 || !isRefusal(error)) throw error
      return inputs.map((input) => alone(db, input))
    }
  }
  const batches = new WeakMap<Db, Batches<Input, Result>>()
  return (db, input) => {
    if (!isDatabase(db) || !when(input)) return alone(db, input)
    const batch = batches.get(db) ?? new Batches((inputs: Input[]) => runAll(db, inputs))
    batches.set(db, batch)
    return batch.add(input)
  }
}

/** And no transaction, which work joins. */
function isDatabase(db: Db): db is Database {
  return "pool" in db
}

/** Whether PostgreSQL itself or a rule has said no, so that nothing is kept. */
function isRefusal(error: unknown): boolean {
  if (error instanceof DeskError && error.status < 500) return true
  return /^([0-5]\w{4}|P0\w{3})$/.test(codeOf(error)) && !/^(08|53|57P)/.test(codeOf(error))
}

export function orThrow<Result>(outcome: Outcome<Result> | undefined): Result {
  if (outcome instanceof Error) throw outcome
  return outcome as Result
}

/** Goes on with those that are not refused yet. */
export function withEach<Value, Result>(
  outcomes: Outcome<Value>[],
  work: (value: Value, index: number) => Outcome<Result>,
): Outcome<Result>[] {
  return outcomes.map((outcome, index) => {
    if (outcome instanceof Error) return outcome
    try {
      return work(outcome, index)
    } catch (error) {
      return error as Error
    }
  })
}

/** The same where the work may ask the database. */
export function withEachAsync<Value, Result>(
  values: Value[],
  work: (value: Value, index: number) => Promise<Result>,
): Promise<Outcome<Result>[]> {
  return Promise.all(values.map((value, index) => work(value, index).catch((error: Error) => error)))
}

interface Waiting<Input, Result> {
  input: Input
  resolve: (result: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

interface Limits {
  /** More would hold one another's rows for too long. */
  most: number
  /** What takes longer waits for somebody else, and holds up nobody. */
  longestMs?: number
  /** One that comes while several are under way will soon have company. */
  awaitsCompany?: boolean
}

const limitsOfWrites: Limits = { most: 32, longestMs: 50, awaitsCompany: true }

/** So that PostgreSQL works on one while this node prepares the other. */
const mostUnderWay = 2

/** Those that come while two batches are under way are the next one. */
export class Batches<Input, Result> {
  readonly #run: (inputs: Input[]) => Promise<(Outcome<Result> | Promise<Result>)[]>
  readonly #limits: Limits
  #waiting: Waiting<Input, Result>[] = []
  #looking: NodeJS.Immediate | undefined
  #underWay = 0
  /** Of those under way, the ones with several inputs. */
  #groups = 0

  constructor(run: (inputs: Input[]) => Promise<(Outcome<Result> | Promise<Result>)[]>, limits = limitsOfWrites) {
    this.#run = run
    this.#limits = limits
  }

  add(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
      // Requests that arrived together have all been looked at by then.
      this.#looking ??= setImmediate(() => {
        this.#looking = undefined
        this.#next()
      })
    })
  }

  #next(): void {
    const { most, longestMs, awaitsCompany } = this.#limits
    const { length } = this.#waiting
    const isLonely = length === 1 && awaitsCompany === true && this.#groups > 0
    if (length === 0 || this.#underWay === mostUnderWay || isLonely) return
    const members = this.#waiting.splice(0, most)
    const isGroup = members.length > 1
    this.#underWay++
    if (isGroup) this.#groups++
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      this.#underWay--
      if (isGroup) this.#groups--
      this.#next()
    }
    const timer = longestMs === undefined ? undefined : setTimeout(end, longestMs)
    void this.#settle(members).finally(end)
  }

  async #settle(members: Waiting<Input, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#run(members.map(({ input }) => input))
      for (const [index, { resolve, reject }] of members.entries()) {
        const outcome = outcomes[index]
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome as Result | Promise<Result>)
      }
    } catch (error) {
      for (const { reject } of members) reject(error)
    }
  }
}

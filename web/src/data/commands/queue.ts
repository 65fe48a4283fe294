import { DeskhandError } from "@deskhand/sdk/client"
import { reasonOf } from "../client.ts"
import { isPassing } from "../query-client.ts"
import type { Command, CommandResult, Conflict, NewCommand } from "./command.ts"
import type { SendOptions } from "./send.ts"
import type { CommandStorage } from "./storage.ts"

export interface QueueOptions {
  storage: CommandStorage
  /** Runs the work while no other tab runs such work. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** Gives the result, or why a person has to decide; throws what the desk refuses. */
  send: (command: Command, options: SendOptions) => Promise<CommandResult | { conflict: Conflict }>
  /** What is stored has changed. */
  onChange: (commands: readonly Command[]) => void
  onDone: (command: Command) => void
  onRefused: (command: Command) => void
}

/** More than anybody gives by hand while the connection is away. */
export const mostCommands = 200

/** Sent within this time it is sent as it was given. */
const freshMs = 10_000
/** A bulk action that is older may meet other conversations than were seen. */
const oldBulkMs = 5 * 60_000
/** The desk keeps Idempotency-Keys for 24 hours; an hour is left for clocks that differ. */
const keyMs = 23 * 3_600_000
const longestPauseMs = 60_000

/**
 * Sends commands one after the other, in the order in which they were given, until the desk has answered each. They
 * are stored before they are sent, so that they survive a reload. Only one tab sends at a time.
 */
export class CommandQueue {
  readonly #options: QueueOptions
  #draining = false
  /** Asked for while it drains. */
  #nextDrain: { now: boolean } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #lastStamp = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  list(): Command[] {
    return this.#options.storage.list().filter(({ state }) => state !== "done")
  }

  /** Throws where the browser cannot store it. */
  add(given: NewCommand): Command {
    if (this.list().length >= mostCommands) throw new Error("Too many commands are waiting")
    this.#lastStamp = Math.max(Date.now(), this.#lastStamp + 1)
    const created = { id: newId(this.#lastStamp), createdAt: Date.now(), attempts: 0, notBefore: 0 }
    const command: Command = { ...given, ...created, state: "waiting" }
    this.#options.storage.put(command)
    this.#changed()
    void this.drain()
    return command
  }

  /** One that is being sent at this moment may still arrive, and is then reported as done. */
  cancel(id: string): void {
    this.#options.storage.remove(id)
    this.#changed()
  }

  /** Somebody decided that it is to be sent, also where it was refused or has become old. */
  retry(id: string): void {
    const command = this.#options.storage.get(id)
    if (!command) return
    const { conflict: _, reason: __, ...rest } = command
    const confirmed = command.state !== "waiting" && { confirmed: true }
    const again: Command = { ...rest, ...confirmed, state: "waiting", notBefore: 0 }
    if (isExpired(command)) {
      // The desk no longer knows its key.
      this.cancel(id)
      this.add(again)
      return
    }
    this.#options.storage.put(again)
    this.#changed()
    void this.drain({ now: true })
  }

  /** Sends what is due; all that waits where the connection has just come back or somebody asks for it. */
  async drain({ now = false } = {}): Promise<void> {
    if (this.#closed) return
    if (this.#draining) {
      this.#nextDrain = { now: now || this.#nextDrain?.now === true }
      return
    }
    this.#draining = true
    try {
      await this.#options.exclusively(() => this.#sendAll(now))
    } finally {
      this.#draining = false
    }
    const next = this.#nextDrain
    this.#nextDrain = undefined
    if (next) return this.drain(next)
    this.#schedule()
  }

  /** Another tab has changed what is stored. */
  reread(): void {
    this.#changed()
    this.#schedule()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #next(): Command | undefined {
    return this.list().find(({ state }) => state === "waiting")
  }

  /** Ends at the first that gets no answer: those after it would get none either, or overtake it. */
  async #sendAll(now: boolean): Promise<void> {
    for (let isNow = now; !this.#closed; isNow = false) {
      const next = this.#next()
      if (!next || (!isNow && next.notBefore > Date.now()) || !(await this.#send(next))) return
    }
  }

  /** Gives whether the desk has answered. */
  async #send(command: Command): Promise<boolean> {
    const age = Date.now() - command.createdAt
    const { confirmed = false, bulk } = command
    if (!confirmed && (isExpired(command) || (bulk && age > oldBulkMs))) {
      this.#update(command.id, { state: "conflict", conflict: "old" })
      return true
    }
    try {
      const check = !confirmed && (command.attempts > 0 || age > freshMs)
      const result = await this.#options.send(command, { check })
      if ("conflict" in result) this.#update(command.id, { state: "conflict", conflict: result.conflict })
      else this.#finish({ ...command, state: "done", result })
      return true
    } catch (error) {
      return this.#fail(command, error)
    }
  }

  #finish(done: Command): void {
    const { storage, onDone } = this.#options
    onDone(done)
    // Stored once more for the other tabs, which hear of it in this order.
    if (storage.get(done.id)) storage.put(done)
    storage.remove(done.id)
    this.#changed()
  }

  #fail(command: Command, error: unknown): boolean {
    const { id, attempts } = command
    if (isTemporary(error)) {
      const pauseMs = Math.max(retryAfterMs(error), Math.min(1_000 * 2 ** attempts, longestPauseMs))
      this.#update(id, { attempts: attempts + 1, notBefore: Date.now() + pauseMs })
      return false
    }
    const reason = reasonOf(error, error instanceof Error ? error.message : String(error))
    this.#update(id, { state: "refused", reason, attempts: attempts + 1 })
    this.#options.onRefused({ ...command, state: "refused", reason })
    return true
  }

  /** One that was cancelled meanwhile stays away. */
  #update(id: string, part: Partial<Command>): void {
    const { storage } = this.#options
    const stored = storage.get(id)
    if (stored) storage.put({ ...stored, ...part })
    this.#changed()
  }

  #changed(): void {
    this.#options.onChange(this.list())
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const next = this.#next()
    if (!next || this.#closed || this.#draining) return
    this.#timer = setTimeout(() => void this.drain(), Math.max(0, next.notBefore - Date.now()))
  }
}

function isExpired({ createdAt }: Command): boolean {
  return Date.now() - createdAt > keyMs
}

/** The desk was not reached, asks to wait, has signed us out, or was changed between reading and writing. */
function isTemporary(error: unknown): boolean {
  const { status, code } = error instanceof DeskhandError ? error : { status: undefined, code: undefined }
  return isPassing(error) || status === 401 || code === "changed_meanwhile"
}

function retryAfterMs(error: unknown): number {
  return error instanceof DeskhandError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
}

/** Not `randomUUID`, which browsers have only on pages that came by HTTPS. */
function newId(stamp: number): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0"))
  return `${stamp.toString(36).padStart(9, "0")}-${random.join("")}`
}

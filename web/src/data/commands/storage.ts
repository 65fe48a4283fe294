import type { Command } from "./command.ts"
import { partsOf } from "./kinds.ts"

/** Counts up when the stored form changes: commands in another form are not read. */
const version = 1

/** The stored commands of one user. Each has an item of its own, so that tabs never overwrite what others add. */
export class CommandStorage {
  readonly #storage: Storage
  readonly #prefix: string

  constructor(storage: Storage, userId: number) {
    this.#storage = storage
    this.#prefix = `deskhand.commands.${version}.${userId}.`
  }

  /** In the order in which they were given. */
  list(): Command[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? "")
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .sort()
      .flatMap((key) => this.parse(this.#storage.getItem(key)) ?? [])
  }

  get(id: string): Command | undefined {
    return this.parse(this.#storage.getItem(this.#prefix + id))
  }

  /** Throws where the browser has no room left. */
  put(command: Command): void {
    this.#storage.setItem(this.#prefix + command.id, JSON.stringify(command))
  }

  remove(id: string): void {
    this.#storage.removeItem(this.#prefix + id)
  }

  /** Whether a key of the storage, as its events name it, is one of these commands. */
  has(key: string | null): boolean {
    return key?.startsWith(this.#prefix) ?? false
  }

  parse(item: string | null): Command | undefined {
    try {
      const found: unknown = JSON.parse(item ?? "null")
      return isCommand(found) ? found : undefined
    } catch {
      return undefined
    }
  }
}

/** What the storage holds may come from another version of the application, which knows other kinds of commands. */
function isCommand(found: unknown): found is Command {
  if (typeof found !== "object" || found === null) return false
  const { id, target, change, createdAt, attempts, notBefore, state } = found as Partial<Command>
  return (
    typeof id === "string" &&
    Array.isArray(target?.ids) &&
    typeof change === "object" &&
    change !== null &&
    partsOf(change).length > 0 &&
    [createdAt, attempts, notBefore].every(Number.isFinite) &&
    ["waiting", "conflict", "refused", "done"].includes(String(state))
  )
}

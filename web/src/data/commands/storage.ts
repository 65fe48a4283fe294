import { type Command, isCommand } from "./command.ts"

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

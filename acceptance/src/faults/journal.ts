import { type FileHandle, open, readFile } from "node:fs/promises"
import type { Target } from "./operations.ts"

/** A request that was to be sent, and every success that it was answered with. */
export interface Attempt {
  token: string
  operation: string
  target: Target
  /** More than one where it was sent again. */
  acknowledged: Acknowledgement[]
}

export interface Acknowledgement {
  id: number
  location: string
}

interface Line {
  token: string
  operation?: string
  target?: Target
  acknowledged?: Acknowledgement
}

/** The driver's own memory of what it was promised: on the disk before it goes on. */
export class Journal {
  readonly path: string
  readonly #file: FileHandle
  #flushing: Promise<void> | undefined

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  static async open(path: string): Promise<Journal> {
    return new Journal(path, await open(path, "a"))
  }

  intend({ token, operation, target }: Attempt): Promise<void> {
    return this.#write({ token, operation, target })
  }

  acknowledge(token: string, acknowledged: Acknowledgement): Promise<void> {
    return this.#write({ token, acknowledged })
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #write(line: Line): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(line)}\n`)
    // One that is under way may have begun before this line; all who come meanwhile share the next.
    await this.#flushing
    await this.#flush()
  }

  #flush(): Promise<void> {
    this.#flushing ??= this.#file.datasync().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }
}

export async function readJournal(path: string): Promise<Attempt[]> {
  const attempts = new Map<string, Attempt>()
  for (const text of (await readFile(path, "utf8")).split("\n").filter(Boolean)) {
    const { token, operation, target, acknowledged }: Line = JSON.parse(text)
    if (operation !== undefined && target) attempts.set(token, { token, operation, target, acknowledged: [] })
    if (acknowledged !== undefined) attempts.get(token)?.acknowledged.push(acknowledged)
  }
  return [...attempts.values()]
}

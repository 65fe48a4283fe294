import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Arrival, type Farewell, readArrivals, readLines } from "./arrivals.ts"
import type { Order, Ports } from "./receiver.ts"

/** A receiver that runs as a process of its own. */
export class Receiving {
  readonly ports: Ports
  readonly journal: string
  /** A file with the certificate of who signed the right one of its own. */
  readonly authority: string
  readonly #child: ChildProcess

  static async start(folder: string): Promise<Receiving> {
    const journal = join(folder, "arrivals")
    const main = join(import.meta.dirname, "receiver-main.ts")
    const child = spawn(process.execPath, [main, journal], { stdio: ["ignore", "ignore", "inherit", "ipc"] })
    const [ports] = (await once(child, "message")) as [Ports]
    const authority = join(folder, "authority.pem")
    await writeFile(authority, ports.authority)
    return new Receiving({ child, ports, journal, authority })
  }

  private constructor(made: { child: ChildProcess; ports: Ports; journal: string; authority: string }) {
    this.#child = made.child
    this.ports = made.ports
    this.journal = made.journal
    this.authority = made.authority
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.ports.http}${path}`
  }

  secureUrl(of: "right" | "expired" | "wrongName" | "selfSigned", path: string): string {
    return `https://127.0.0.1:${this.ports[of]}${path}`
  }

  /** In the order of their arrival. */
  async arrivals(path?: string): Promise<Arrival[]> {
    const all = await readArrivals(this.journal)
    return path === undefined ? all : all.filter((arrival) => arrival.path === path)
  }

  /** How every answer to this path ended whose connection is closed. */
  async farewells(path: string): Promise<Farewell[]> {
    const lines = await readLines(this.journal)
    return lines.flatMap((line) => ("farewell" in line && line.farewell.path === path ? [line.farewell] : []))
  }

  /** Until told otherwise, `/told/…` does what the path of another does. */
  tell(path: string, behaviour: string): Promise<void> {
    assert.match(path, /^\/told\//)
    return this.order({ tell: path, behaviour })
  }

  async order(order: Order): Promise<void> {
    const done = once(this.#child, "message")
    this.#child.send(order)
    await done
  }

  async close(): Promise<void> {
    const closed = once(this.#child, "exit")
    this.#child.kill("SIGTERM")
    await closed
  }
}

import { failureOf, type Outcome } from "./outcome.ts"
import type { Relay } from "./relay.ts"
import { RelayConnection, StaleConnection, type Transmission } from "./relay-connection.ts"

/** A connection without a mail is closed after this time. */
const idleMs = 5_000

/** Idle connections of this node to relays, of which the next mails through the same relay take one. */
export class RelayConnectionPool {
  private readonly idle = new Map<RelayConnection, NodeJS.Timeout>()
  private readonly onWeak: (relay: Relay, weakness: string) => void

  constructor(onWeak: (relay: Relay, weakness: string) => void) {
    this.onWeak = onWeak
  }

  async send(relay: Relay, transmission: Transmission, signal: AbortSignal): Promise<Outcome> {
    for (;;) {
      const connection = this.take(relay) ?? (await this.open(relay, signal))
      if (!(connection instanceof RelayConnection)) return connection
      try {
        const outcome = await connection.send(transmission, signal)
        // After a refusal it is not known what the other side expects next.
        if (outcome.ended === "taken" && connection.isOpen) this.keep(connection)
        else connection.quit()
        return outcome
      } catch (error) {
        connection.close()
        if (!(error instanceof StaleConnection)) throw error
      }
    }
  }

  close(): void {
    for (const connection of this.idle.keys()) this.drop(connection)
  }

  private async open(relay: Relay, signal: AbortSignal): Promise<RelayConnection | Outcome> {
    try {
      const connection = await RelayConnection.open(relay, signal)
      if (connection.weakness !== undefined) this.onWeak(relay, connection.weakness)
      return connection
    } catch (error) {
      const { reason, message } = failureOf(error as Error)
      return { ended: "lost", reason, problem: message, unsure: false }
    }
  }

  private take(relay: Relay): RelayConnection | undefined {
    for (const connection of this.idle.keys()) {
      if (connection.relay.key !== relay.key) continue
      clearTimeout(this.idle.get(connection))
      this.idle.delete(connection)
      if (connection.isOpen) return connection
      connection.close()
    }
    return undefined
  }

  private keep(connection: RelayConnection): void {
    this.idle.set(
      connection,
      setTimeout(() => this.drop(connection), idleMs),
    )
  }

  private drop(connection: RelayConnection): void {
    clearTimeout(this.idle.get(connection))
    this.idle.delete(connection)
    connection.quit()
  }
}

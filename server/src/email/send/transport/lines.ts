import { failureOf, type Outcome } from "./outcome.ts"
import type { Relay } from "./relay.ts"
import { Line, StaleLine, type Transmission } from "./transmit.ts"

/** A relay is asked for another mail on the same connection for so long. */
const idleMs = 5_000

/** Connections of this node that have nothing to do at the moment. */
export class Lines {
  private readonly idle = new Map<Line, NodeJS.Timeout>()
  private readonly onWeak: (relay: Relay, weakness: string) => void

  constructor(onWeak: (relay: Relay, weakness: string) => void) {
    this.onWeak = onWeak
  }

  async send(relay: Relay, transmission: Transmission, signal: AbortSignal): Promise<Outcome> {
    for (;;) {
      const line = this.take(relay) ?? (await this.open(relay, signal))
      if (!(line instanceof Line)) return line
      try {
        const outcome = await line.send(transmission, signal)
        // After a refusal it is not known what the other side expects next.
        if (outcome.ended === "taken" && line.isOpen) this.keep(line)
        else line.quit()
        return outcome
      } catch (error) {
        line.close()
        if (!(error instanceof StaleLine)) throw error
      }
    }
  }

  close(): void {
    for (const line of this.idle.keys()) this.drop(line)
  }

  private async open(relay: Relay, signal: AbortSignal): Promise<Line | Outcome> {
    try {
      const line = await Line.open(relay, signal)
      if (line.weakness !== undefined) this.onWeak(relay, line.weakness)
      return line
    } catch (error) {
      const { reason, message } = failureOf(error as Error)
      return { ended: "lost", reason, problem: message, unsure: false }
    }
  }

  private take(relay: Relay): Line | undefined {
    for (const line of this.idle.keys()) {
      if (line.relay.key !== relay.key) continue
      clearTimeout(this.idle.get(line))
      this.idle.delete(line)
      if (line.isOpen) return line
      line.close()
    }
    return undefined
  }

  private keep(line: Line): void {
    this.idle.set(
      line,
      setTimeout(() => this.drop(line), idleMs),
    )
  }

  private drop(line: Line): void {
    clearTimeout(this.idle.get(line))
    this.idle.delete(line)
    line.quit()
  }
}

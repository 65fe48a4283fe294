import { isIP } from "node:net"
import { Readable } from "node:stream"
import type { TLSSocket } from "node:tls"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import XOAuth2 from "nodemailer/lib/xoauth2"
import { type Outcome, outcomeOf, RelayFailure } from "./outcome.ts"
import type { Relay } from "./relay.ts"

export interface Transmission {
  sender: string
  recipients: string[]
  raw: Buffer
}

/** To be connected and greeted; further waits are for a relay that is thinking. */
const connectMs = 10_000
const silenceMs = 120_000

/** A connection to a relay, signed in, for one mail at a time. */
export class Line {
  readonly relay: Relay
  /** What those who look after the desk should know: it is not encrypted, or by somebody unknown. */
  readonly weakness: string | undefined
  private readonly connection: SMTPConnection
  private used = 0
  private broken: Error | undefined

  static async open(relay: Relay, signal: AbortSignal): Promise<Line> {
    const address = await relay.address(signal)
    const { security } = relay
    const connection = new SMTPConnection({
      host: address,
      port: relay.port,
      name: relay.name,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      opportunisticTLS: security === "opportunistic",
      ...(isIP(relay.host) === 0 && { servername: relay.host }),
      tls: { rejectUnauthorized: security !== "opportunistic" },
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      logger: false,
    })
    const line = await connected(connection, signal, relay)
    await line.signIn(signal)
    return line
  }

  constructor(relay: Relay, connection: SMTPConnection) {
    this.relay = relay
    this.connection = connection
    this.weakness = weaknessOf(connection)
    connection.on("error", (error) => {
      this.broken = error
    })
    connection.once("end", () => {
      this.broken ??= new Error("The connection was closed")
    })
  }

  private async signIn(signal: AbortSignal): Promise<void> {
    const { login, security } = this.relay
    if (!login) return
    if (security === "opportunistic" && !this.connection.secure) {
      this.close()
      throw new RelayFailure("tls", "The relay offers no encryption, and no password is sent without it")
    }
    const { user, ...given } = await login()
    const proof =
      "pass" in given ? given : { method: "XOAUTH2", oauth2: new XOAuth2({ user, accessToken: given.accessToken }) }
    await settled<void>(this.connection, signal, (resolve, reject) =>
      this.connection.login({ user, ...proof }, (error) => (error ? reject(error) : resolve())),
    ).catch((error: unknown) => {
      this.close()
      throw error
    })
  }

  /** Whatever comes of it; throws only what says that nothing was sent, on a line that had been idle. */
  async send({ sender, recipients, raw }: Transmission, signal: AbortSignal): Promise<Outcome> {
    const isFirst = this.used++ === 0
    let handedOver = false
    const message = Readable.from([raw], { objectMode: false })
    message.once("end", () => {
      handedOver = true
    })
    const envelope = { from: sender, to: recipients, size: raw.length }
    try {
      const info = await settled<SMTPConnection.SentMessageInfo>(this.connection, signal, (resolve, reject) =>
        this.connection.send(envelope, message, (error, info) => (error ? reject(error) : resolve(info))),
      )
      return outcomeOf({ info, recipients })
    } catch (error) {
      const outcome = outcomeOf({ error: error as Error, recipients, handedOver })
      if (outcome.ended === "lost" && !outcome.unsure && !isFirst && !signal.aborted) throw new StaleLine()
      return outcome
    }
  }

  /** May carry another mail. */
  get isOpen(): boolean {
    return this.broken === undefined && this.used < mostMails
  }

  close(): void {
    this.connection.close()
  }

  quit(): void {
    if (this.broken) this.close()
    else this.connection.quit()
  }
}

const mostMails = 100

/** The relay had closed it meanwhile: another one may well do. */
export class StaleLine extends Error {}

function connected(connection: SMTPConnection, signal: AbortSignal, relay: Relay): Promise<Line> {
  return settled<Line>(connection, signal, (resolve, reject) => {
    connection.once("error", reject)
    connection.connect((error) => (error ? reject(error) : resolve(new Line(relay, connection))))
  }).catch((error: unknown) => {
    connection.on("error", () => {})
    connection.close()
    throw error
  })
}

/** Ends at once when it is told to, and the connection with it. */
function settled<Result>(
  connection: SMTPConnection,
  signal: AbortSignal,
  begin: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(new RelayFailure("stopped", "The desk was stopped"))
      connection.close()
    }
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop, { once: true })
    const over = () => signal.removeEventListener("abort", stop)
    begin(
      (result) => {
        over()
        resolve(result)
      },
      (error) => {
        over()
        reject(error)
      },
    )
  })
}

function weaknessOf(connection: SMTPConnection): string | undefined {
  if (!connection.secure) return "without encryption"
  const { authorized } = connection._socket as TLSSocket
  return authorized ? undefined : "encrypted for somebody whose certificate nobody vouches for"
}

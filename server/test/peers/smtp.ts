import { once } from "node:events"
import type { AddressInfo, Socket } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** A mail that a relay took, or would have. */
export interface TakenMail {
  /** Empty for the null sender. */
  sender: string
  recipients: string[]
  raw: string
}

/** Such as `550 5.1.1 No such user`; what is undefined is taken. */
type Said = string | undefined

type DataAnswer = Said | "drop" | "hang"

/** A relay that answers as a test wants. */
export interface ScriptedRelay {
  port: number
  url: string
  /** What was taken, in its order. */
  taken: TakenMail[]
  /** What came to its end, whatever was answered then. */
  ended: TakenMail[]
  connections: number
  /** From now on. */
  answers: {
    connect?: () => Said
    sender?: (address: string) => Said
    recipient?: (address: string) => Said
    /** At the end of the mail. `drop` keeps it and closes the line without a word; `hang` says nothing at all. */
    data?: (mail: TakenMail) => DataAnswer | Promise<DataAnswer>
    login?: (user: string, password: string) => Said
  }
  /** Closes all that is open. */
  drop(): void
  close(): Promise<void>
}

export async function scriptedRelay(options: SMTPServerOptions = {}): Promise<ScriptedRelay> {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    logger: false,
    onConnect: (_session, done) => {
      relay.connections++
      done(asError(relay.answers.connect?.()))
    },
    onAuth: ({ username = "", password = "" }, _session, done) => {
      const said = relay.answers.login?.(username ?? "", password ?? "")
      done(asError(said) ?? null, { user: username ?? "" })
    },
    onMailFrom: ({ address }, _session, done) => done(asError(relay.answers.sender?.(address ?? ""))),
    onRcptTo: ({ address }, _session, done) => done(asError(relay.answers.recipient?.(address))),
    async onData(stream, session, done) {
      let raw = ""
      for await (const chunk of stream.setEncoding("latin1")) raw += chunk
      const { mailFrom, rcptTo } = session.envelope
      const mail: TakenMail = {
        sender: mailFrom ? mailFrom.address : "",
        recipients: rcptTo.map(({ address }) => address),
        raw,
      }
      const said = await relay.answers.data?.(mail)
      relay.ended.push(mail)
      if (said === "hang") return
      if (said === "drop") return relay.drop()
      if (said === undefined) relay.taken.push(mail)
      done(asError(said))
    },
    ...options,
  })
  server.on("error", () => {})
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  const { port } = server.server.address() as AddressInfo
  const relay: ScriptedRelay = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken: [],
    ended: [],
    connections: 0,
    answers: {},
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      relay.drop()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return relay
}

function asError(said: Said): Error | undefined {
  if (said === undefined) return undefined
  return Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) })
}

/** The headers of a raw message: by lower-case names, unfolded, in their order. */
export function headersOf(raw: string): [name: string, value: string][] {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ")
  return head.split("\r\n").map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
}

export function headerOf(raw: string, name: string): string | undefined {
  return headersOf(raw).find(([given]) => given === name.toLowerCase())?.[1]
}

import { connect as connectSocket, type LookupFunction, type Socket } from "node:net"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import type { Desk } from "../../http/route.ts"
import { credentialsOf } from "./credentials.ts"
import { lineFailure, MailFailure } from "./failure.ts"
import { locateServer } from "./locate.ts"
import type { ConnectionRow } from "./queries.ts"

/** Connects to an address that was checked, says hello and signs in. Throws MailFailure. */
export async function openSmtp(
  desk: Desk,
  connection: ConnectionRow,
  { signal, limitMs }: { signal?: AbortSignal; limitMs: number },
): Promise<SMTPConnection> {
  const { port, security } = connection
  let connected = false
  let line: SMTPConnection | undefined
  const stop = () => line?.close()
  try {
    const { host, lookup } = await locateServer(desk, connection, signal)
    const credentials = await credentialsOf(desk, connection)
    const socket = await reach({ host, port, lookup, limitMs, ...(signal && { signal }) })
    connected = true
    line = new SMTPConnection({
      connection: socket,
      host,
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      opportunisticTLS: security === "opportunistic",
      logger: false,
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
    })
    signal?.addEventListener("abort", stop)
    await greet(line)
    if (credentials) await signIn(line, credentials)
    return line
  } catch (error) {
    line?.close()
    throw smtpFailure(error, { host: connection.host, connected })
  } finally {
    signal?.removeEventListener("abort", stop)
  }
}

interface Reached {
  host: string
  port: number
  lookup: LookupFunction
  limitMs: number
  signal?: AbortSignal
}

function reach({ host, port, lookup, limitMs, signal }: Reached): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host, port, lookup, autoSelectFamily: true })
    const fail = (error: unknown) => {
      socket.destroy()
      reject(error)
    }
    const stop = () => fail(signal?.reason)
    signal?.addEventListener("abort", stop, { once: true })
    socket.setTimeout(limitMs, () => fail(new MailFailure("connect", `${host} did not answer in time`)))
    socket.once("error", fail)
    socket.once("connect", () => {
      signal?.removeEventListener("abort", stop)
      socket.setTimeout(0)
      socket.removeListener("error", fail)
      resolve(socket)
    })
  })
}

function greet(line: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    line.once("error", reject)
    line.connect((error) => (error ? reject(error) : resolve()))
  })
}

type SignIn = { user: string; pass: string } | { user: string; accessToken: string }

function signIn(line: SMTPConnection, credentials: SignIn): Promise<void> {
  const { user } = credentials
  const auth =
    "pass" in credentials
      ? { user, credentials: { user, pass: credentials.pass } }
      : { type: "OAUTH2", user, method: "XOAUTH2", oauth2: tokenGiver(user, credentials.accessToken) }
  return new Promise((resolve, reject) => {
    line.login(auth as Parameters<SMTPConnection["login"]>[0], (error) => (error ? reject(error) : resolve()))
  })
}

/** The part of its own OAuth client that nodemailer asks for when it signs in. */
function tokenGiver(user: string, accessToken: string) {
  return {
    getToken: (_renew: boolean, done: (error: null, token: string) => void) => done(null, accessToken),
    buildXOAuth2Token: (token: string) =>
      Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`).toString("base64"),
  }
}

/** What nodemailer adds to its errors; its own code stands before that of Node. */
interface SmtpError extends Error {
  code?: string
  originalCode?: string
  responseCode?: number
}

/** In our words, never in those of the server. */
export function smtpFailure(error: unknown, { host, connected }: { host: string; connected: boolean }): MailFailure {
  if (error instanceof MailFailure) return error
  const { code = "", originalCode, responseCode = 0, message } = error as SmtpError
  switch (code) {
    case "EAUTH":
      return responseCode >= 400 && responseCode < 500
        ? new MailFailure("sign-in", `${host} lets nobody sign in at the moment`, { throttled: true, cause: error })
        : new MailFailure("sign-in", "The user name or the password was not accepted", { lasting: true, cause: error })
    case "ETLS":
      return new MailFailure("encrypt", tlsWords(message, host), { cause: error })
    case "EPROTOCOL":
      return new MailFailure("connect", `${host} answered with what is not SMTP`, { cause: error })
    case "ETIMEDOUT":
      return new MailFailure("connect", `${host} did not answer in time`, { cause: error })
    case "ECONNECTION":
      return new MailFailure("connect", `${host} closed the connection`, { cause: error })
    default:
      return lineFailure(originalCode === undefined ? error : Object.assign(new Error(), { code: originalCode }), {
        host,
        connected,
      })
  }
}

function tlsWords(message: string, host: string): string {
  return /STARTTLS/.test(message)
    ? `${host} does not offer STARTTLS`
    : `No encrypted connection to ${host} could be agreed on`
}

import type { ConnectionOptions } from "node:tls"
import type { ImapFlow, ImapFlowOptions } from "imapflow"
import type { Desk } from "../../http/route.ts"
import { forgetToken } from "../connections/access-token.ts"
import { type Credentials, credentialsOf } from "../connections/credentials.ts"
import { lineFailure, MailFailure } from "../connections/failure.ts"
import { locateServer } from "../connections/locate.ts"
import type { ConnectionRow } from "../connections/queries.ts"

export interface ImapLimits {
  /** From the first step until somebody is signed in. */
  connectMs: number
  /** A server that says nothing for so long is gone. */
  silenceMs: number
}

export const imapLimits: ImapLimits = { connectMs: 30_000, silenceMs: 60_000 }

/** Connects and signs in. Throws MailFailure. */
export async function openImap(
  desk: Desk,
  connection: ConnectionRow,
  { signal, limits = imapLimits }: { signal?: AbortSignal; limits?: ImapLimits } = {},
): Promise<ImapFlow> {
  const { host } = connection
  try {
    const located = await locateServer(desk, connection, signal)
    const credentials = await credentialsOf(desk, connection)
    return await connect(desk, { connection, credentials, lookup: located.lookup, host: located.host, limits, signal })
  } catch (error) {
    throw imapFailure(error, { host, connected: false })
  }
}

interface Connecting {
  connection: ConnectionRow
  credentials: Credentials
  lookup: NonNullable<NonNullable<ImapFlowOptions["tls"]>["lookup"]>
  host: string
  limits: ImapLimits
  signal: AbortSignal | undefined
  /** The access token is a new one already. */
  renewed?: boolean
}

async function connect(desk: Desk, connecting: Connecting): Promise<ImapFlow> {
  const { connection, credentials, lookup, host, limits, signal, renewed = false } = connecting
  const { security, port } = connection
  // A tenth of what an idle desk has in memory; most fetch nothing.
  const imapflow = await import("imapflow")
  const client: ImapFlow = new imapflow.ImapFlow({
    host,
    port,
    secure: security === "tls",
    ...(security !== "tls" && { doSTARTTLS: security !== "none" }),
    tls: { lookup, autoSelectFamily: true } as ConnectionOptions,
    ...(credentials && { auth: guarded(credentials, () => client) }),
    logger: false,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    socketTimeout: limits.silenceMs,
    maxLineLength: 16 * 2 ** 20,
    maxLiteralSize: desk.config.mailLimit,
    maxResponseSize: desk.config.mailLimit + 16 * 2 ** 20,
    clientInfo: { name: "Deskhand", version: false, vendor: false, "support-url": false },
  })
  // Whoever waits for an answer is told of it; nobody else needs to be.
  client.on("error", () => {})
  const stop = () => client.close()
  signal?.addEventListener("abort", stop)
  const timer = setTimeout(stop, limits.connectMs)
  try {
    signal?.throwIfAborted()
    await client.connect()
    return client
  } catch (error) {
    client.close()
    // An access token that has ended before its time is asked for anew, once.
    const isStale = isRefusal(error) && !isThrottled(error) && credentials && "accessToken" in credentials
    if (!isStale || renewed) throw error
    await forgetToken(desk, connection, credentials.accessToken)
    return await connect(desk, { ...connecting, credentials: await credentialsOf(desk, connection), renewed: true })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", stop)
  }
}

/** A server that says LOGINDISABLED wants no password now, whatever else it offers: it is not told one. */
function guarded(credentials: NonNullable<Credentials>, client: () => ImapFlow) {
  if ("accessToken" in credentials) return credentials
  const { user, pass } = credentials
  return {
    user,
    get pass() {
      if (client().capabilities.has("LOGINDISABLED"))
        throw new MailFailure("sign-in", "The server takes no passwords on this connection. Choose tls or starttls", {
          lasting: true,
        })
      return pass
    },
  }
}

/** What imapflow adds to its errors. */
interface ImapError extends Error {
  code?: string
  authenticationFailed?: boolean
  serverResponseCode?: string
  response?: unknown
  responseText?: string
  tlsFailed?: boolean
}

function isRefusal(error: unknown): boolean {
  return (error as ImapError).authenticationFailed === true
}

/** By the codes of RFC 5530 and what large providers use. */
function isThrottled(error: unknown): boolean {
  const { code, serverResponseCode = "", response, responseText = "" } = error as ImapError
  const said = `${typeof response === "string" ? response : ""} ${responseText}`
  return (
    code === "ETHROTTLE" ||
    /^(THROTTLED|LIMIT|INUSE|UNAVAILABLE)$/i.test(serverResponseCode) ||
    /\[(THROTTLED|LIMIT|OVERQUOTA|UNAVAILABLE)\]|too many (simultaneous )?(connections|login)/i.test(said)
  )
}

/** In our words, never in those of the server. */
export function imapFailure(error: unknown, { host, connected }: { host: string; connected: boolean }): MailFailure {
  if (error instanceof MailFailure) return error
  const { code = "", tlsFailed, message } = error as ImapError
  if (isThrottled(error))
    return new MailFailure("sign-in", `${host} asks to be left alone for a while`, { throttled: true, cause: error })
  if (isRefusal(error))
    return new MailFailure("sign-in", "The user name or the password was not accepted", { lasting: true, cause: error })
  if (code === "STARTTLS_INJECTION")
    return new MailFailure("encrypt", `Somebody between here and ${host} has tampered with the connection`, {
      cause: error,
    })
  if (message === "Server does not support STARTTLS")
    return new MailFailure("encrypt", `${host} does not offer STARTTLS`, { lasting: true, cause: error })
  if (/^(LineTooLarge|LiteralTooLarge|ResponseTooLarge|ParserError|InvalidResponse|Response|MAX_IMAP)/.test(code))
    return new MailFailure("connect", `${host} answered with what is not IMAP, or far too much of it`, { cause: error })
  if (/TIMEOUT|ETIMEDOUT/.test(code))
    return new MailFailure("connect", `${host} did not answer in time`, { cause: error })
  if (/^(NoConnection|EConnectionClosed|StateLogout|ClosedAfter)/.test(code))
    return new MailFailure("connect", `${host} closed the connection`, { cause: error })
  const failure = lineFailure(error, { host, connected })
  return tlsFailed && failure.step === "connect"
    ? new MailFailure("encrypt", `No encrypted connection to ${host} could be agreed on`, { cause: error })
    : failure
}

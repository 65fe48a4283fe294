import type { Desk } from "../../http/route.ts"
import { RelayFailure } from "../send/transport/outcome.ts"
import { relayOf } from "../send/transport/relay.ts"
import { Line } from "../send/transport/transmit.ts"
import { lineFailure, MailFailure } from "./failure.ts"
import type { ConnectionRow } from "./queries.ts"

/** Connects, says hello and signs in as when mail is sent, and sends none. Throws MailFailure. */
export async function trySmtp(desk: Desk, connection: ConnectionRow, signal: AbortSignal): Promise<void> {
  try {
    const line = await Line.open(relayOf(desk, connection), signal)
    line.quit()
  } catch (error) {
    throw smtpFailure(error, connection.host)
  }
}

/** What nodemailer adds to its errors; its own code stands before that of Node. */
interface SmtpError extends Error {
  code?: string
  originalCode?: string
  responseCode?: number
}

/** In our words, never in those of the server. */
function smtpFailure(error: unknown, host: string): MailFailure {
  if (error instanceof RelayFailure)
    return error.cause === undefined ? new MailFailure("encrypt", error.message) : smtpFailure(error.cause, host)
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
        connected: !neverReached.includes(originalCode ?? code),
      })
  }
}

const neverReached = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"]

function tlsWords(message: string, host: string): string {
  return /STARTTLS/.test(message)
    ? `${host} does not offer STARTTLS`
    : `No encrypted connection to ${host} could be agreed on`
}

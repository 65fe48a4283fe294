import type SMTPConnection from "nodemailer/lib/smtp-connection"
import { OutgoingFailure } from "../../../http/outgoing/failure.ts"

/** What the other side answered of one recipient. */
export interface Refusal {
  address: string
  /** Will be so again, as far as it says. */
  isFinal: boolean
  answer: string
}

/** How an attempt ended. */
export type Outcome =
  /** The relay took it, for those who are not refused. */
  | { ended: "taken"; accepted: string[]; refused: Refusal[] }
  /** The relay took nothing. */
  | { ended: "refused"; refused: Refusal[] }
  /** There was no answer; unsure where it may have got all of it. */
  | { ended: "lost"; reason: FailureReason; problem: string; unsure: boolean }

export type FailureReason = "connect" | "tls" | "login" | "timeout" | "lost" | "stopped" | "address" | "here"

export class RelayFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

interface SmtpError extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  recipient?: string
  rejectedErrors?: SmtpError[]
}

type Ended =
  | { info: SMTPConnection.SentMessageInfo; recipients: string[] }
  | { error: Error; recipients: string[]; handedOver: boolean }

export function outcomeOf(ended: Ended): Outcome {
  if ("info" in ended) {
    const { accepted, rejectedErrors = [] } = ended.info
    return { ended: "taken", accepted, refused: refusalsIn(rejectedErrors as SmtpError[]) }
  }
  const { error, recipients, handedOver } = ended as { error: SmtpError; recipients: string[]; handedOver: boolean }
  const singly = refusalsIn(error.rejectedErrors ?? [])
  if (singly.length > 0) return { ended: "refused", refused: singly }
  if (error.responseCode !== undefined && !isOfConnection(error))
    return { ended: "refused", refused: recipients.map((address) => refusalOf(error, address)) }
  // The relay says how much it takes before anything is sent.
  if (error.code === "EMESSAGE" && error.responseCode === undefined)
    return {
      ended: "refused",
      refused: recipients.map((address) => ({
        address,
        isFinal: true,
        answer: "The relay takes no mail as large as this",
      })),
    }
  const { reason, message } = failureOf(error)
  return { ended: "lost", reason, problem: message, unsure: handedOver }
}

function refusalsIn(errors: SmtpError[]): Refusal[] {
  return errors.map((error) => refusalOf(error, error.recipient ?? ""))
}

function refusalOf({ responseCode = 0, response = "" }: SmtpError, address: string): Refusal {
  return { address, isFinal: responseCode >= 500 && responseCode < 600, answer: cleaned(response) }
}

/** What it says of the connection, not of the mail: a refused sign-in says nothing of recipients. */
function isOfConnection({ command = "", code }: SmtpError): boolean {
  return code === "EAUTH" || /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command)
}

/** In our words: what a relay says while nobody is signed in may hold names and secrets. */
export function failureOf(error: Error): RelayFailure {
  if (error instanceof RelayFailure) return error
  if (error instanceof OutgoingFailure) return new RelayFailure("connect", error.message)
  const { code = "", originalCode = "", command = "", responseCode } = error as SmtpError
  if (code === "EAUTH" || command.startsWith("AUTH"))
    return new RelayFailure("login", "The relay does not accept the user name and password")
  if (code === "ETLS" || /^(ERR_SSL|ERR_TLS|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME)/.test(originalCode))
    return new RelayFailure("tls", "No encrypted connection to the relay could be agreed on")
  if (code === "ETIMEDOUT") return new RelayFailure("timeout", "The relay did not answer in time")
  if (responseCode !== undefined)
    return new RelayFailure("connect", `The relay takes no mail at the moment (${responseCode})`)
  if (
    code === "EDNS" ||
    ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"].includes(originalCode)
  )
    return new RelayFailure("connect", "No connection to the relay could be made")
  if (code.startsWith("E")) return new RelayFailure("lost", "The connection to the relay was lost")
  return new RelayFailure("here", "Something unexpected went wrong here")
}

const longestAnswer = 500

/** What others say is shown to people as text on one line. */
export function cleaned(answer: string): string {
  return answer
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestAnswer)
}

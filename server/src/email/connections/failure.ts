import type { MailConnectionTrial } from "@deskhand/contract/mail/mail-connection"
import { failureOf, OutgoingFailure, OutgoingRefusal } from "../../http/outgoing/failure.ts"
import { SecretUnreadable } from "./secrets.ts"

export type Step = MailConnectionTrial["steps"][number]["step"]

/** What a mail server said no to or broke off with, in our words: what it says itself is repeated to nobody. */
export class MailFailure extends Error {
  readonly step: Step
  /** Somebody has to change something before it can work; to try again soon would only lock an account. */
  readonly lasting: boolean
  /** It asks for a pause. */
  readonly throttled: boolean

  constructor(
    step: Step,
    message: string,
    { lasting = false, throttled = false, cause }: { lasting?: boolean; throttled?: boolean; cause?: unknown } = {},
  ) {
    super(message.slice(0, 255), { cause })
    this.step = step
    this.lasting = lasting
    this.throttled = throttled
  }
}

/** For whatever a connection is broken off with before anybody has signed in. */
export function lineFailure(error: unknown, { host, connected }: { host: string; connected: boolean }): MailFailure {
  if (error instanceof MailFailure) return error
  if (error instanceof SecretUnreadable)
    return new MailFailure("sign-in", error.message, { lasting: true, cause: error })
  if (error instanceof OutgoingRefusal)
    return new MailFailure("connect", error.message, { lasting: true, cause: error })
  const failure = error instanceof OutgoingFailure ? error : failureOf(asError(error), { host, connected })
  const step = failure.reason === "tls" ? "encrypt" : "connect"
  return new MailFailure(step, failure.message, { cause: error })
}

function asError(error: unknown): NodeJS.ErrnoException {
  return error instanceof Error ? error : new Error(String(error))
}

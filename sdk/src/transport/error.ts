import type { ErrorBody } from "@deskhand/contract/error"

export type FieldError = ErrorBody["_embedded"]["errors"][number]

export interface Failure {
  status: number
  message: string
  code?: string | undefined
  logRef?: string | undefined
  errors?: FieldError[]
  retryAfterSeconds?: number | undefined
}

/** What the desk refused, in its own words. */
export class DeskhandError extends Error {
  override readonly name: string = "DeskhandError"
  readonly status: number
  /** Such as `not_found` or `validation`: `<desk>/errors/<code>` explains it. Absent where not the desk itself answered. */
  readonly code: string | undefined
  /** The request's id, under which the desk's log has it. */
  readonly logRef: string | undefined
  /** Each rejected value with its path; empty where the refusal is not about a value. */
  readonly errors: readonly FieldError[]
  /** After how long the desk suggests to try again, where it does. */
  readonly retryAfterSeconds: number | undefined

  constructor(failure: Failure) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.logRef = failure.logRef
    this.errors = failure.errors ?? []
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

/** The conversation that was asked for lives on inside another one. */
export class ConversationMerged extends DeskhandError {
  override readonly name = "ConversationMerged"
  readonly intoId: number

  constructor({ id, intoId, logRef }: { id: number; intoId: number; logRef: string | undefined }) {
    super({ status: 301, message: `Conversation ${id} was merged into ${intoId}`, logRef })
    this.intoId = intoId
  }
}

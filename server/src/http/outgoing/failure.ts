export type OutgoingReason = "address" | "dns" | "connect" | "tls" | "timeout" | "response"

/** A call that led to no answer. The message is a sentence for people, and says nothing of what lies inside a network. */
export class OutgoingFailure extends Error {
  readonly reason: OutgoingReason

  constructor(reason: OutgoingReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Where the desk does not call at all; nothing was sent. */
export class OutgoingRefusal extends OutgoingFailure {
  constructor(message: string) {
    super("address", message)
  }
}

/** What a connection or its answer broke with. One sentence for everything that keeps it from being made. */
export function failureOf(error: NodeJS.ErrnoException, { host, connected }: { host: string; connected: boolean }) {
  if (error instanceof OutgoingFailure) return error
  const code = error.code ?? ""
  const certificate = certificates[code]
  if (certificate !== undefined) return new OutgoingFailure("tls", certificate, error)
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_|CRL_|UNABLE_TO)/.test(code))
    return new OutgoingFailure("tls", `No encrypted connection to ${host} could be agreed on`, error)
  if (code === "HPE_HEADER_OVERFLOW")
    return new OutgoingFailure("response", `The headers of the answer of ${host} are too long`, error)
  if (code.startsWith("HPE_")) return new OutgoingFailure("response", `${host} answered with what is not HTTP`, error)
  if (!connected) return notConnected(host, error)
  return noAnswer(host, error)
}

export function noAnswer(host: string, cause?: unknown): OutgoingFailure {
  return new OutgoingFailure("response", `${host} closed the connection without an answer`, cause)
}

/** The same for a port that is closed, filtered or unreachable. */
export function notConnected(host: string, cause?: unknown): OutgoingFailure {
  return new OutgoingFailure("connect", `No connection to ${host} could be made`, cause)
}

const unknownSigner = "The certificate is signed by nobody that this desk knows"

const certificates: Record<string, string> = {
  CERT_HAS_EXPIRED: "The certificate has expired",
  CERT_NOT_YET_VALID: "The certificate is not valid yet",
  CERT_REVOKED: "The certificate was revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownSigner,
  SELF_SIGNED_CERT_IN_CHAIN: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownSigner,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownSigner,
}

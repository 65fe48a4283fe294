import type { ReplacedMailConnection } from "@deskhand/contract/mail/mail-connection"
import type { FieldError } from "../../errors.ts"
import type { ConnectionRow } from "./queries.ts"

type Given = ReplacedMailConnection & { kind: ConnectionRow["kind"] }

/** A secret that is kept may go only where it went before, and for whom: whoever changes that has to know it. */
export function keepsSecret(current: ConnectionRow, given: Given): boolean {
  return (
    current.host === given.host.trim().toLowerCase() &&
    current.username === (given.username?.trim() ?? "") &&
    current.auth === given.auth &&
    current.oauth?.tokenUrl === (given.auth === "oauth2" ? given.oauth?.tokenUrl : undefined) &&
    (given.security === current.security || given.security !== "none")
  )
}

/** What does not fit together in what was given. Values of secrets are never among it. */
export function faultsOf(
  given: Given,
  { hasSecret, current }: { hasSecret: boolean; current?: ConnectionRow },
): FieldError[] {
  const faults: FieldError[] = []
  const fault = (path: string, message: string) => faults.push({ path, message, source: "JSON" })
  const isKept = hasSecret && current !== undefined && keepsSecret(current, given)
  const again = hasSecret && !isKept ? ", again, because it would be used elsewhere than before" : ""
  if (given.kind === "imap" && given.auth === "none") fault("auth", "must be password or oauth2 for IMAP")
  if (given.security === "opportunistic" && (given.kind === "imap" || given.auth !== "none"))
    fault("security", "must be tls or starttls where somebody signs in")
  if (given.auth !== "none" && !given.username?.trim()) fault("username", "must be given")
  if (/[\0\r\n]/.test(given.username ?? "")) fault("username", "must be on one line")
  if (/[\0\r\n]/.test(given.folder ?? "")) fault("folder", "must be on one line")
  const server = given.trustedServer?.trim()
  if (server !== undefined && given.kind !== "imap") fault("trustedServer", "must be left out, because it is for IMAP")
  else if (server !== undefined && !hostName.test(server))
    fault("trustedServer", "must be the name of a host, such as mx.example.com")
  if (/[\0\r\n]/.test(given.password ?? "")) fault("password", "must be on one line")
  if (given.auth === "password" && given.password === undefined && !isKept) fault("password", `must be given${again}`)
  if (given.auth === "oauth2") {
    if (given.oauth === undefined) fault("oauth", "must be given")
    if (given.refreshToken === undefined && !isKept) fault("refreshToken", `must be given${again}`)
    if (given.clientSecret !== undefined && given.refreshToken === undefined)
      fault("refreshToken", "must be given with clientSecret")
  }
  return faults
}

const hostName = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i

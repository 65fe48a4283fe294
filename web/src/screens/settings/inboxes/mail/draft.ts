import type { MailConnection, ReplacedMailConnection } from "@deskhand/sdk/client"

type Kind = MailConnection["kind"]
type Security = MailConnection["security"]

/** As it stands in the form. */
export interface ConnectionDraft {
  host: string
  port: string
  security: Security
  auth: MailConnection["auth"]
  username: string
  password: string
  tokenUrl: string
  clientId: string
  scope: string
  clientSecret: string
  refreshToken: string
  folder: string
  backfillDays: string
  backfillStatus: "closed" | "active"
  markSeen: boolean
  trustedServer: string
  enabled: boolean
}

const usualPorts: Record<Kind, Record<Security, number>> = {
  imap: { tls: 993, starttls: 143, opportunistic: 143, none: 143 },
  smtp: { tls: 465, starttls: 587, opportunistic: 25, none: 25 },
}

/** Most mail servers sign people in by their address. */
export function draftOf(kind: Kind, connection: MailConnection | undefined, address: string): ConnectionDraft {
  const known = connection
  return {
    host: known?.host ?? "",
    port: String(known?.port ?? usualPorts[kind].tls),
    security: known?.security ?? "tls",
    auth: known?.auth ?? "password",
    username: known?.username ?? address,
    password: "",
    tokenUrl: known?.oauth?.tokenUrl ?? "",
    clientId: known?.oauth?.clientId ?? "",
    scope: known?.oauth?.scope ?? "",
    clientSecret: "",
    refreshToken: "",
    folder: known?.folder ?? "INBOX",
    backfillDays: String(known?.backfillDays ?? 30),
    backfillStatus: known?.backfillStatus ?? "closed",
    markSeen: known?.markSeen ?? true,
    trustedServer: known?.trustedServer ?? "",
    enabled: known?.enabled ?? true,
  }
}

/** The port follows the encryption, unless somebody has chosen one. */
export function portFor(kind: Kind, security: Security, { port, security: before }: ConnectionDraft): string {
  return port === String(usualPorts[kind][before]) ? String(usualPorts[kind][security]) : port
}

/** Secrets that were not typed stay as they are. */
export function writtenOf(kind: Kind, draft: ConnectionDraft): ReplacedMailConnection {
  const { host, port, security, auth, username, enabled } = draft
  const secret = (name: "password" | "clientSecret" | "refreshToken") =>
    draft[name] === "" ? {} : { [name]: draft[name] }
  return {
    host: host.trim(),
    port: Number(port),
    security,
    auth,
    enabled,
    ...(auth !== "none" && { username: username.trim() }),
    ...(auth === "password" && secret("password")),
    ...(auth === "oauth2" && {
      oauth: {
        tokenUrl: draft.tokenUrl.trim(),
        clientId: draft.clientId.trim(),
        ...(draft.scope.trim() !== "" && { scope: draft.scope.trim() }),
      },
      ...secret("clientSecret"),
      ...secret("refreshToken"),
    }),
    ...(kind === "imap" && {
      folder: draft.folder,
      backfillDays: Number(draft.backfillDays),
      backfillStatus: draft.backfillStatus,
      markSeen: draft.markSeen,
      ...(draft.trustedServer.trim() !== "" && { trustedServer: draft.trustedServer.trim() }),
    }),
  }
}

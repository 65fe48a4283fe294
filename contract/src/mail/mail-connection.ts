import Type from "typebox"
import { Id, Links, OneOf, PageOf, Timestamp } from "../common.ts"

const oauth = Type.Object({
  tokenUrl: Type.String({ minLength: 1, maxLength: 2048, description: "Where a refresh token gets an access token" }),
  clientId: Type.String({ minLength: 1, maxLength: 255 }),
  scope: Type.Optional(Type.String({ maxLength: 1000 })),
})

const fields = {
  host: Type.String({ minLength: 1, maxLength: 255 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: OneOf(["tls", "starttls", "opportunistic", "none"], {
    description:
      "TLS from the first byte; STARTTLS, and nothing without it; STARTTLS where it is offered, only for SMTP without a password; nothing, with a password only to hosts that the operator allows",
  }),
  auth: OneOf(["password", "oauth2", "none"]),
  username: Type.Optional(Type.String({ maxLength: 320 })),
  oauth: Type.Optional(oauth),
  folder: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "For IMAP; `INBOX` unless it is said" }),
  ),
  markSeen: Type.Optional(
    Type.Boolean({ description: "For IMAP: whether what was fetched is marked as read there; true unless it is said" }),
  ),
  backfillDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description:
        "For IMAP: how old mail may be that is fetched when the folder is first seen; 30 unless it is said, 0 takes only what comes from then on, 36500 everything",
    }),
  ),
  backfillStatus: Type.Optional(
    OneOf(["closed", "active"], {
      description:
        "For IMAP: the status of conversations from mail that came before the desk fetched from this folder. Default: `closed`. Such mail is never answered automatically, routed, or reported by notifications and webhooks",
    }),
  ),
  trustedServer: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "For IMAP: the receiving mail server, as it names itself in `Authentication-Results`. What it says there of SPF, DKIM and DMARC is used. It must remove such fields with its name from what others send",
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: "True unless it is said" })),
}

const secrets = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, writeOnly: true })),
  clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, writeOnly: true })),
  refreshToken: Type.Optional(Type.String({ minLength: 1, maxLength: 8000, writeOnly: true })),
}

export const MailConnectionKind = OneOf(["imap", "smtp"])

export const NewMailConnection = Type.Object({ kind: MailConnectionKind, ...fields, ...secrets })
export type NewMailConnection = Type.Static<typeof NewMailConnection>

/** Secrets that are left out stay, unless they would go to another host or be somebody else's. */
export const ReplacedMailConnection = Type.Object({ ...fields, ...secrets })
export type ReplacedMailConnection = Type.Static<typeof ReplacedMailConnection>

/** Where an inbox fetches its mail, or through whom it sends. Passwords and tokens are never told. */
export const MailConnection = Type.Object({
  id: Type.Integer(),
  kind: MailConnectionKind,
  host: Type.String(),
  port: Type.Integer(),
  security: fields.security,
  auth: fields.auth,
  username: Type.String(),
  oauth: Type.Optional(oauth),
  hasSecret: Type.Boolean({ description: "Whether a password or token is kept for it" }),
  folder: Type.Optional(Type.String()),
  markSeen: Type.Optional(Type.Boolean()),
  backfillDays: Type.Optional(Type.Integer()),
  backfillStatus: fields.backfillStatus,
  trustedServer: Type.Optional(Type.String()),
  enabled: Type.Boolean(),
  state: OneOf(["new", "working", "failing", "refused"], {
    description: "`failing` is tried again soon; `refused` seldom, because somebody has to change something first",
  }),
  problem: Type.Optional(Type.String({ description: "Why it does not work, in words" })),
  problemSince: Type.Optional(Timestamp),
  lastSuccessAt: Type.Optional(Timestamp),
  retryAt: Type.Optional(Timestamp),
  backfill: Type.Optional(
    Type.Object(
      { total: Type.Integer(), done: Type.Integer(), endedAt: Type.Optional(Timestamp) },
      { description: "How far it has come with the mail that was there when the folder was first seen" },
    ),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  _links: Links(["self"]),
})
export type MailConnection = Type.Static<typeof MailConnection>

export const MailConnectionPage = PageOf("connections", MailConnection)

export const MailConnectionPath = Type.Object({ mailboxId: Id, connectionId: Id })

export const MailConnectionTrial = Type.Object({
  ok: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      step: OneOf(["connect", "encrypt", "sign-in", "folder"]),
      ok: Type.Boolean(),
      problem: Type.Optional(Type.String()),
    }),
    { description: "What was tried, up to what failed" },
  ),
})
export type MailConnectionTrial = Type.Static<typeof MailConnectionTrial>

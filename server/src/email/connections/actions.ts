import type { NewMailConnection, ReplacedMailConnection } from "@deskhand/contract/mail/mail-connection"
import type { Config } from "../../config.ts"
import { codeOf, type Db } from "../../db/db.ts"
import { conflict, type FieldError, invalid, notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change, CheckedChange } from "../../http/input/if-match.ts"
import { type Outgoing, OutgoingFailure, OutgoingRefusal } from "../../http/outgoing/safe-fetch.ts"
import { supersedeTest } from "../plus-addresses/queries.ts"
import { mailPorts } from "./locate.ts"
import {
  type ConnectionPlace,
  type ConnectionRow,
  type ConnectionSettings,
  deleteConnection,
  findConnection,
  forgetFolders,
  insertConnection,
  lockConnection,
  updateConnection,
} from "./queries.ts"
import { faultsOf, keepsSecret } from "./rules.ts"
import { type Secret, sealSecret } from "./secrets.ts"
import { recordStatusChange } from "./status-change.ts"

/** What those hear who fetch mail. */
export const connectionsChanged = "mail_connections_changed"

/** What it takes to look outwards and to seal, asked before anything is locked: names take their time. */
export interface Outwards {
  outgoing: Outgoing
  config: Config
}

type Given = ReplacedMailConnection & { kind: ConnectionRow["kind"] }

export async function createConnection(
  db: Db,
  { inboxId, ...given }: NewMailConnection & { inboxId: number },
  { viewer, now, ...outwards }: Change & Outwards,
): Promise<number> {
  refuse(faultsOf(given, { hasSecret: false }))
  const settings = await settingsOf(given, { inboxId, now, ...outwards })
  return db.transaction(async (db) => {
    await supersedeTest(db, inboxId)
    const id = await insertConnection(db, { ...settings, inboxId, kind: given.kind }).catch((error: unknown) => {
      if (codeOf(error) === "23505") throw twin(given.kind)
      if (codeOf(error) === "23503") throw notFound()
      throw error
    })
    await record(db, "created", { id, inboxId, kind: given.kind, userId: viewer.userId })
    return id
  })
}

export async function overwriteConnection(
  db: Db,
  { inboxId, id, ...given }: ReplacedMailConnection & ConnectionPlace,
  { viewer, now, check, ...outwards }: CheckedChange & Outwards,
): Promise<void> {
  await db.transaction(async (db) => {
    const current = await lockConnection(db, { inboxId, id })
    if (!current) throw notFound()
    await check(db)
    const whole = { ...given, kind: current.kind }
    refuse(faultsOf(whole, { hasSecret: current.secret !== null, current }))
    const settings = await settingsOf(whole, { inboxId, now, ...outwards })
    const secret = settings.secret ?? (keepsSecret(current, whole) ? current.secret : null)
    await updateConnection(db, { ...settings, secret, id })
    if (leadsElsewhere(current, settings)) await supersedeTest(db, inboxId)
    if (settings.host !== current.host || settings.username !== current.username) await forgetFolders(db, id)
    await record(db, "updated", { id, inboxId, kind: current.kind, userId: viewer.userId })
  })
}

export function removeConnection(db: Db, place: ConnectionPlace, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    const current = await lockConnection(db, place)
    if (!current) throw notFound()
    await check(db)
    await deleteConnection(db, place.id)
    await supersedeTest(db, place.inboxId)
    await record(db, "deleted", { ...place, kind: current.kind, userId: viewer.userId })
  })
}

async function record(
  db: Db,
  what: "created" | "updated" | "deleted",
  { id, inboxId, kind, userId }: ConnectionPlace & { kind: ConnectionRow["kind"]; userId: number },
): Promise<void> {
  await recordEvent(db, { kind: `mail.connection.${what}`, subjectId: id, inboxId, userId })
  if (kind === "smtp") await recordStatusChange(db, inboxId, userId)
  db.tell(connectionsChanged)
}

/** What `given` would be once saved, with the stored secret where it may be kept. For a test before saving. */
export async function connectionOf(
  db: Db,
  { inboxId, ...given }: NewMailConnection & { inboxId: number },
  { now, ...outwards }: Pick<Change, "now"> & Outwards,
): Promise<ConnectionRow> {
  const current = await findConnection(db, inboxId, given.kind)
  refuse(faultsOf(given, { hasSecret: current?.secret != null, ...(current && { current }) }))
  if (given.auth === "oauth2" && given.refreshToken !== undefined)
    throw invalid({
      path: "refreshToken",
      message: "must be saved before it is tested, because it may work only once",
      source: "JSON",
    })
  const settings = await settingsOf(given, { inboxId, now, ...outwards })
  return {
    id: current?.id ?? 0,
    inbox_id: inboxId,
    kind: given.kind,
    host: settings.host,
    port: settings.port,
    security: settings.security,
    auth: settings.auth,
    username: settings.username,
    secret: settings.secret ?? current?.secret ?? null,
    oauth: settings.oauth,
    folder: settings.folder,
    mark_seen: settings.markSeen,
    backfill_days: settings.backfillDays,
    backfill_status: settings.backfillStatus,
    fetches_since: now,
    trusted_server: settings.trustedServer,
    enabled: settings.enabled,
    state: "new",
    problem: null,
    problem_since: null,
    last_success_at: null,
    retry_at: null,
    failures: 0,
    created_at: now,
    updated_at: now,
  }
}

/** Whether a plus address arrives may be otherwise from now on. */
function leadsElsewhere(current: ConnectionRow, next: ConnectionSettings): boolean {
  return (["host", "port", "username", "folder", "enabled"] as const).some((name) => current[name] !== next[name])
}

function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw invalid(...faults)
}

function twin(kind: ConnectionRow["kind"]) {
  const verb = kind === "imap" ? "fetches" : "sends"
  return conflict("connection_exists", `This inbox ${verb} by ${kind.toUpperCase()} already. Change that connection`, [
    { path: "kind", message: "must be one that the inbox does not have yet", rejectedValue: kind, source: "JSON" },
  ])
}

async function settingsOf(
  given: Given,
  { inboxId, now, outgoing, config }: Outwards & { inboxId: number; now: Date },
): Promise<ConnectionSettings> {
  await refusePlace(given, outgoing)
  if (given.oauth) await refuseTokenUrl(given.oauth.tokenUrl, outgoing)
  const secret = secretIn(given)
  const owner = { inbox_id: inboxId, kind: given.kind }
  return {
    host: given.host.trim().toLowerCase(),
    port: given.port,
    security: given.security,
    auth: given.auth,
    username: given.username?.trim() ?? "",
    secret: secret === undefined ? null : await sealSecret(config, owner, secret),
    oauth: given.auth === "oauth2" ? (given.oauth ?? null) : null,
    folder: given.folder ?? "INBOX",
    markSeen: given.markSeen ?? true,
    backfillDays: given.backfillDays ?? 30,
    backfillStatus: given.backfillStatus ?? "closed",
    trustedServer: given.trustedServer?.trim().toLowerCase() ?? null,
    enabled: given.enabled ?? true,
    now,
  }
}

function secretIn({ auth, password, clientSecret, refreshToken }: Given): Secret | undefined {
  if (auth === "password" && password !== undefined) return { password }
  if (auth === "oauth2" && refreshToken !== undefined)
    return { refreshToken, ...(clientSecret !== undefined && { clientSecret }) }
  return undefined
}

/** A name that does not resolve now may do so later; where it may not be called at all, that is said at once. */
async function refusePlace({ host, port }: Given, outgoing: Outgoing): Promise<void> {
  await outgoing.locate({ host: host.trim(), port, ports: mailPorts }).catch((error: unknown) => {
    if (error instanceof OutgoingRefusal)
      throw invalid({ path: "host", message: error.message, rejectedValue: `${host}:${port}`, source: "JSON" })
    if (!(error instanceof OutgoingFailure)) throw error
  })
}

async function refuseTokenUrl(url: string, outgoing: Outgoing): Promise<void> {
  await outgoing.check(url).catch((error: unknown) => {
    if (!(error instanceof OutgoingRefusal)) throw error
    throw invalid({ path: "oauth.tokenUrl", message: error.message, rejectedValue: url, source: "JSON" })
  })
  if (!url.toLowerCase().startsWith("https:"))
    throw invalid({
      path: "oauth.tokenUrl",
      message: "must begin with https, because a token is sent there",
      rejectedValue: url,
      source: "JSON",
    })
}

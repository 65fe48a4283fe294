import type { ChangedApp, NewApp } from "@deskhand/contract/people/app"
import type { Role } from "@deskhand/contract/people/user"
import { type Db, sql } from "../../db/db.ts"
import { forbidden, invalid, notFound } from "../../errors.ts"
import { signChanges } from "../../events/record.ts"
import type { CheckedChange } from "../../http/input/if-match.ts"
import type { Viewer } from "../../http/viewer.ts"
import { refuseMoreRights } from "../../users/rules.ts"
import { tellAccessEnded } from "../endings.ts"
import { findToken } from "../queries.ts"
import { mayBeRedirectUri } from "../rules.ts"
import { hashOf, newSecret } from "../secrets.ts"
import { listActedFor, listAffected, lockApp, withdrawAdministration } from "./app-queries.ts"
import { type CreatedApp, createApp } from "./apps.ts"

interface Asking {
  viewer: Viewer
  now: Date
  /** What the viewer came with, when it was not a session. */
  bearer: string | undefined
}

/** An app outlives what made it and goes as far as its user: no app makes or changes one. */
async function refuseApps(db: Db, { bearer }: Pick<Asking, "bearer">): Promise<void> {
  const token = bearer === undefined ? undefined : await findToken(db, hashOf(bearer))
  if (token?.kind === "access") throw forbidden("An app cannot change apps; sign in, or use a personal token")
}

export function registerApp(db: Db, app: NewApp, asking: Asking): Promise<CreatedApp> {
  const { redirectUris = [], public: isPublic = false, administration = false, userId = asking.viewer.userId } = app
  const name = nameOf(app.name)
  refuseBadUris(redirectUris, isPublic)
  return db.transaction(async (db) => {
    await refuseApps(db, asking)
    await refuseStranger(db, userId, asking.viewer)
    const created = await createApp(db, { name, userId, redirectUris, public: isPublic, administration })
    await signChanges(db, asking.viewer.userId)
    return created
  })
}

/** Of whoever works here, and nobody who may do more than the one who asks. */
async function refuseStranger(db: Db, userId: number, viewer: Viewer): Promise<void> {
  const user = await db.maybe<{ id: number; role: Role }>(
    sql`select id, role from users where id = ${userId} and type <> 'team' and deactivated_at is null for share`,
  )
  const bad = (message: string) => ({ path: "userId", message, rejectedValue: userId, source: "JSON" as const })
  if (!user) throw invalid(bad("is nobody who works here"))
  refuseMoreRights(viewer, user, [bad("may do more than you")])
}

/** Whoever sets its secret or where it sends codes can act for all of them. */
async function refuseUnlessOver(db: Db, id: number, { viewer, now }: Asking): Promise<void> {
  for (const user of await listActedFor(db, id, now)) refuseMoreRights(viewer, user)
}

export function changeApp(
  db: Db,
  app: ChangedApp & { id: number },
  { check, ...asking }: Asking & Pick<CheckedChange, "check">,
): Promise<void> {
  const name = nameOf(app.name)
  return db.transaction(async (db) => {
    await refuseApps(db, asking)
    const current = await lockApp(db, app.id)
    if (!current) throw notFound()
    await refuseUnlessOver(db, app.id, asking)
    await check(db)
    refuseBadUris(app.redirectUris, current.is_public)
    const { administration = current.administration } = app
    await db.run(sql`
      update apps set name = ${name}, redirect_uris = ${app.redirectUris}, administration = ${administration}
      where id = ${app.id}`)
    if (!administration) await withdrawAdministration(db, app.id)
    await signChanges(db, asking.viewer.userId)
  })
}

/** The old one stops working at once; tokens that were given out before stay. */
export function rotateSecret(db: Db, id: number, asking: Asking): Promise<{ clientId: string; clientSecret: string }> {
  const clientSecret = newSecret("client")
  return db.transaction(async (db) => {
    await refuseApps(db, asking)
    const current = await lockApp(db, id)
    if (!current) throw notFound()
    await refuseUnlessOver(db, id, asking)
    if (current.is_public)
      throw invalid({
        path: "appId",
        message: "is a public app, which has no secret",
        rejectedValue: id,
        source: "PATH",
      })
    const { client_id: clientId } = await db.one<{ client_id: string }>(sql`
      update apps set client_secret_hash = ${hashOf(clientSecret)} where id = ${id} returning client_id`)
    await signChanges(db, asking.viewer.userId)
    return { clientId, clientSecret }
  })
}

/** Its tokens go with it. An admin may do so for an app of the owner too: that ends access and gives none. */
export function removeApp(
  db: Db,
  id: number,
  { viewer, bearer, check }: Omit<Asking, "now"> & Pick<CheckedChange, "check">,
): Promise<void> {
  return db.transaction(async (db) => {
    await refuseApps(db, { bearer })
    if (!(await lockApp(db, id))) throw notFound()
    await check(db)
    const affected = await listAffected(db, id)
    await db.run(sql`delete from apps where id = ${id}`)
    await signChanges(db, viewer.userId)
    for (const userId of affected) await tellAccessEnded(db, userId)
  })
}

function nameOf(text: string): string {
  const name = text.trim().toWellFormed()
  if (name !== "") return name
  throw invalid({ path: "name", message: "must not be blank", rejectedValue: text, source: "JSON" })
}

function refuseBadUris(uris: string[], isPublic: boolean): void {
  const bad = uris.findIndex((uri) => !mayBeRedirectUri(uri))
  if (bad !== -1)
    throw invalid({
      path: `redirectUris[${bad}]`,
      message: "must be an https:// address, http://localhost, or a scheme of your own such as com.example.app:/cb",
      rejectedValue: uris[bad],
      source: "JSON",
    })
  if (isPublic && uris.length === 0)
    throw invalid({
      path: "redirectUris",
      message: "must not be empty: an app without a secret signs in by the code that is sent there",
      rejectedValue: uris,
      source: "JSON",
    })
}

import {
  type App,
  AppPage,
  AppPath,
  AppQuery,
  App as AppShape,
  AppUserPage,
  ChangedApp,
  IssuedApp,
  NewApp,
} from "@deskhand/contract/people/app"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { noContent, pageOf, pageRequest, resource, timestamp } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { presentPerson } from "../../users/present.ts"
import { mapPeople, type PersonRow } from "../../users/queries.ts"
import { bearerOf } from "../credentials.ts"
import { lockAccess } from "../lock-access.ts"
import { changeApp, registerApp, removeApp, rotateSecret } from "./app-actions.ts"
import { countApps, findListedApp, type ListedAppRow, listApps, listAppUsers } from "./app-queries.ts"

const url = "/v2/apps"

export const getApps = route({
  method: "GET",
  url,
  permission: "apps:read",
  summary: "List the programs that may ask people to sign in by OAuth 2",
  query: AppQuery,
  answers: { 200: AppPage },
  async handle({ db, query, origin, request, now }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listApps(db, now, page), countApps(db)])
    const people = await mapPeople(
      db,
      rows.map((row) => row.user_id),
    )
    const items = rows.map((row) => presentApp(row, people))
    return pageOf(origin, request.url, { name: "apps", items, total, request: page })
  },
})

export const getApp = route({
  method: "GET",
  url: `${url}/:appId`,
  permission: "apps:read",
  summary: "Get an app",
  path: AppPath,
  answers: { 200: AppShape },
  handle: answerApp,
})

export const getAppUsers = route({
  method: "GET",
  url: `${url}/:appId/users`,
  permission: "apps:read",
  summary: "Who has given an app access that still holds",
  path: AppPath,
  query: AppQuery,
  answers: { 200: AppUserPage },
  async handle({ db, path, query, origin, request, now }) {
    const app = await findListedApp(db, path.appId, now)
    if (!app) throw notFound()
    const page = pageRequest(query, 50)
    const rows = await listAppUsers(db, path.appId, { now, page })
    const people = await mapPeople(
      db,
      rows.map((row) => row.user_id),
    )
    const items = rows.flatMap(({ user_id, since, until }) => {
      const user = people.get(user_id)
      if (!user) return []
      return [{ user: presentPerson(user, 3), since: timestamp(since), ...(until && { until: timestamp(until) }) }]
    })
    return pageOf(origin, request.url, { name: "users", items, total: app.people, request: page })
  },
})

export const postApp = route({
  method: "POST",
  url,
  permission: "apps:write",
  summary: "Register an app; this answer alone shows its secret",
  body: NewApp,
  answers: { 201: IssuedApp },
  repeatable: false,
  async handle({ db, viewer, body, request, now }) {
    const { id, ...issued } = await db.transaction(async (db) => {
      await lockAccess(db, { userId: viewer.userId, request, now })
      return registerApp(db, body, { viewer, bearer: bearerIn(request), now })
    })
    return { status: 201, headers: { "Resource-ID": String(id) }, body: issued }
  },
})

export const putApp = route({
  method: "PUT",
  url: `${url}/:appId`,
  permission: "apps:write",
  summary: "Rename an app, say where it leads people back to, or whether it may administer the desk",
  path: AppPath,
  body: ChangedApp,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, path, body, request, now } = call
    const check = (db: Db) => refuseStale(call, () => answerApp({ ...call, db }))
    await changeApp(db, { ...body, id: path.appId }, { viewer, bearer: bearerIn(request), now, check })
    return noContent
  },
})

export const postAppSecret = route({
  method: "POST",
  url: `${url}/:appId/secret`,
  permission: "apps:write",
  summary: "Give an app another secret; the one before stops working at once",
  path: AppPath,
  answers: { 200: IssuedApp },
  repeatable: false,
  async handle({ db, viewer, path, request, now }) {
    const body = await db.transaction(async (db) => {
      await lockAccess(db, { userId: viewer.userId, request, now })
      return rotateSecret(db, path.appId, { viewer, bearer: bearerIn(request), now })
    })
    return { status: 200, body }
  },
})

export const deleteApp = route({
  method: "DELETE",
  url: `${url}/:appId`,
  permission: "apps:write",
  summary: "Delete an app; everything it was given stops working at once",
  path: AppPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    const { db, viewer, path, request } = call
    const check = (db: Db) => refuseStale(call, () => answerApp({ ...call, db }))
    await removeApp(db, path.appId, { viewer, bearer: bearerIn(request), check })
    return noContent
  },
})

function bearerIn(request: Call["request"]): string | undefined {
  return bearerOf(request.headers.authorization ?? "")
}

async function answerApp({
  db,
  path,
  now,
}: Pick<Call<unknown, { appId: number }>, "db" | "path" | "now">): Promise<Answer> {
  const row = await findListedApp(db, path.appId, now)
  if (!row) throw notFound()
  return resource(presentApp(row, await mapPeople(db, [row.user_id])))
}

function presentApp(row: ListedAppRow, people: Map<number, PersonRow>): App {
  const actsFor = people.get(row.user_id)
  return {
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    public: row.is_public,
    redirectUris: row.redirect_uris,
    ...(actsFor && { actsFor: presentPerson(actsFor, 3) }),
    administration: row.administration,
    people: row.people,
    createdAt: timestamp(row.created_at),
  }
}

import { ECDH } from "node:crypto"
import { Id } from "@deskhand/contract/common"
import {
  NewPushSubscription,
  PushKey,
  type PushSubscription,
  PushSubscriptionPage,
  PushSubscriptionQuery,
} from "@deskhand/contract/people/notification"
import Type from "typebox"
import { sessionCookieOf } from "../../auth/credentials.ts"
import { hashOf } from "../../auth/secrets.ts"
import { invalid, notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource, timestamp } from "../../http/hal.ts"
import { OutgoingRefusal } from "../../http/outgoing/safe-fetch.ts"
import { route } from "../../http/route.ts"
import type { BrowserKeys } from "./encrypt.ts"
import { loadIdentity } from "./identity.ts"
import {
  countSubscriptions,
  deleteAllBut,
  deleteSubscription,
  insertSubscription,
  listSubscriptions,
  type SubscriptionRow,
} from "./queries.ts"

const url = "/v2/users/me/push-subscriptions"

/** More than anybody has browsers. */
const mostSubscriptions = 20

export const getPushKey = route({
  method: "GET",
  url: "/v2/push-key",
  permission: "signed-in",
  summary: "The key by which a browser subscribes to notifications",
  answers: { 200: PushKey },
  async handle({ desk }) {
    return resource({ publicKey: (await loadIdentity(desk.db)).publicKey })
  },
})

export const getPushSubscriptions = route({
  method: "GET",
  url,
  permission: "signed-in",
  summary: "Browsers in which you are notified, the newest first",
  query: PushSubscriptionQuery,
  answers: { 200: PushSubscriptionPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([
      listSubscriptions(db, viewer.userId, page),
      countSubscriptions(db, viewer.userId),
    ])
    return pageOf(origin, request.url, { name: "push-subscriptions", items: rows.map(present), total, request: page })
  },
})

function present({ id, endpoint, created_at }: SubscriptionRow): PushSubscription {
  return { id, service: new URL(endpoint).hostname, createdAt: timestamp(created_at) }
}

export const postPushSubscription = route({
  method: "POST",
  url,
  permission: "own-preferences:write",
  summary: "Be notified in a browser; one that is known keeps its id. It ends with the session that asks",
  body: NewPushSubscription,
  answers: { 201: "`Resource-ID` names the subscription" },
  async handle({ desk, db, viewer, body, request, now }) {
    const keys = readKeys(body.keys)
    const endpoint = await desk.outgoing.check(body.endpoint).catch((error: unknown) => {
      if (!(error instanceof OutgoingRefusal)) throw error
      throw invalid({ path: "endpoint", message: error.message, rejectedValue: body.endpoint, source: "JSON" })
    })
    const secret = sessionCookieOf(request)
    const session = secret === undefined ? null : hashOf(secret)
    const id = await db.transaction(async (db) => {
      const id = await insertSubscription(db, { userId: viewer.userId, session, endpoint, ...keys, now })
      await deleteAllBut(db, viewer.userId, mostSubscriptions)
      return id
    })
    return created(id)
  },
})

function readKeys({ p256dh, auth }: NewPushSubscription["keys"]): BrowserKeys {
  const point = Buffer.from(p256dh, "base64url")
  try {
    ECDH.convertKey(point, "prime256v1")
  } catch {
    throw invalid({ path: "keys.p256dh", message: "is not a point of P-256", rejectedValue: p256dh, source: "JSON" })
  }
  return { p256dh: point, auth: Buffer.from(auth, "base64url") }
}

export const deletePushSubscription = route({
  method: "DELETE",
  url: `${url}/:subscriptionId`,
  permission: "own-preferences:write",
  summary: "Be notified no more in one of your browsers",
  path: Type.Object({ subscriptionId: Id }),
  answers: { 204: "Deleted" },
  async handle({ db, viewer, path }) {
    const deleted = await deleteSubscription(db, { id: path.subscriptionId, userId: viewer.userId })
    if (deleted === 0) throw notFound()
    return noContent
  },
})

import type Type from "typebox"
import { OneOf } from "./common.ts"
import { eventKinds as webhookKinds } from "./webhook.ts"

/** What only the feed tells, beside the kinds that webhooks hear too. */
const feedKinds = [
  "convo.updated",
  "convo.restored",
  "convo.imported",
  "convo.draft.changed",
  "convo.thread.created",
  "convo.thread.updated",
  "convo.thread.deleted",
  "customer-property.created",
  "customer-property.updated",
  "customer-property.deleted",
  "organization-property.created",
  "organization-property.updated",
  "organization-property.deleted",
  "inbox.created",
  "inbox.updated",
  "inbox.deleted",
  "custom-field.created",
  "custom-field.updated",
  "custom-field.deleted",
  "folder.created",
  "folder.updated",
  "folder.deleted",
  "saved-reply.created",
  "saved-reply.updated",
  "saved-reply.deleted",
  "routing.updated",
  "team.created",
  "team.updated",
  "team.deleted",
  "user.created",
  "user.updated",
  "user.deleted",
] as const

export const FeedKind = OneOf([...webhookKinds, ...feedKinds])
export type FeedKind = Type.Static<typeof FeedKind>

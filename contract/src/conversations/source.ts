import Type from "typebox"
import { OneOf } from "../common.ts"

export const sourceTypes = [
  "api",
  "channel",
  "chat",
  "consumer",
  "coreapi",
  "csv",
  "cvs",
  "desk",
  "docs",
  "email",
  "emailfwd",
  "heymarket",
  "internal",
  "jira",
  "manual",
  "mobile",
  "notification",
  "orchestration",
  "support",
  "unknown",
  "uservoice",
  "web",
  "widget",
  "workflows",
  "zendesk",
] as const

export const SourceType = OneOf(sourceTypes)

export const Source = Type.Object({ type: SourceType, via: OneOf(["user", "customer"]) })

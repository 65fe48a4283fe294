import Type from "typebox"
import { Id, Moment, OneOf, PageNumber, PageOf, PageSize, Person, Timestamp } from "../common.ts"

export const AuditNoun = OneOf([
  "app",
  "custom-field",
  "custom-field-option",
  "customer-property",
  "desk",
  "folder",
  "inbox",
  "inbox-access",
  "mail-connection",
  "mail-message",
  "mail-sender",
  "office-hours",
  "organization-property",
  "retention",
  "routing",
  "routing-member",
  "saved-reply",
  "tag",
  "team-member",
  "thread",
  "token",
  "user",
  "webhook",
  "workflow",
])
export type AuditNoun = Type.Static<typeof AuditNoun>

export const AuditAct = OneOf(["created", "updated", "deleted"])
export type AuditAct = Type.Static<typeof AuditAct>

/** A change to the desk itself, or a thread in the name of somebody else. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  by: Type.Optional({
    ...Person,
    description: "Left out where the desk did it itself, or somebody at its command line",
  }),
  noun: AuditNoun,
  subjectId: Type.Optional(Type.Integer({ description: "What was changed; of access and members, whose or where" })),
  subjectName: Type.Optional(Type.String({ description: "As it was called then" })),
  mailboxId: Type.Optional(Type.Integer()),
  act: AuditAct,
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      before: Type.Unknown({ description: "Long texts are shortened, secrets are not told" }),
      after: Type.Unknown(),
    }),
  ),
})
export type AuditEntry = Type.Static<typeof AuditEntry>

export const AuditPage = PageOf("entries", AuditEntry)

export const AuditQuery = Type.Object({
  user: Type.Optional({ ...Id, description: "What this user did" }),
  noun: Type.Optional(AuditNoun),
  since: Type.Optional(Moment),
  until: Type.Optional(Moment),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type AuditQuery = Type.Static<typeof AuditQuery>

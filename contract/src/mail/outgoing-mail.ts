import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"
import { MailState, OutgoingMail } from "./mail.ts"

/** A mail of an inbox that went out, or is to. */
export const ListedOutgoing = Type.Object({
  id: Type.Integer(),
  kind: OneOf(["reply", "forward", "auto-reply", "notification"]),
  state: MailState,
  unsure: Type.Boolean({ description: "The line was lost at the end of an attempt: it may have been sent twice" }),
  problem: Type.Optional(Type.String({ description: "Why it has not gone out, or not to everybody" })),
  attempts: Type.Integer(),
  createdAt: Timestamp,
  nextAttemptAt: Type.Optional(Timestamp),
  sentAt: Type.Optional(Timestamp),
  conversationId: Type.Optional(Type.Integer()),
  threadId: Type.Optional(Type.Integer()),
  recipients: OutgoingMail.properties.recipients,
  _links: Links(["mailbox"], ["conversation"]),
})
export type ListedOutgoing = Type.Static<typeof ListedOutgoing>

export const OutgoingPage = PageOf("outgoing", ListedOutgoing)

export const OutgoingQuery = Type.Object({
  state: Type.Optional(MailState),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type OutgoingQuery = Type.Static<typeof OutgoingQuery>

export const OutgoingPath = Type.Object({ mailboxId: Id, outgoingId: Id })

const outgoingStatus = {
  sendsThrough: OneOf(["connection", "relay", "nothing"], {
    description: "Its own connection, the relay of the desk, or nothing yet: mail is held until there is something",
  }),
  canSend: Type.Boolean({ description: "False while mail waits, for the reason below" }),
  reason: Type.Optional(
    OneOf(["not-set-up", "turned-off", "failing", "refused"], {
      description:
        "Nothing is set up; the connection is turned off; the last attempt failed and is repeated; the relay refuses who signs in",
    }),
  ),
  problem: Type.Optional(
    Type.String({ description: "Of the last attempt, in the desk's words and never with secrets" }),
  ),
}
export const OutgoingStatus = Type.Object(outgoingStatus)
export type OutgoingStatus = Type.Static<typeof OutgoingStatus>

export const InboxMailStatus = Type.Object({ mailboxId: Type.Integer(), ...outgoingStatus })
export type InboxMailStatus = Type.Static<typeof InboxMailStatus>

/** Whether mail goes out, of each inbox. */
export const MailStatusList = Type.Object({ _embedded: Type.Object({ mailStatus: Type.Array(InboxMailStatus) }) })
export type MailStatusList = Type.Static<typeof MailStatusList>

/** A mail that an inbox sent to its own address with a name behind a plus. */
export const PlusAddressTest = Type.Object({
  state: OneOf(["sent", "arrived", "missing", "failed"], {
    description:
      "On its way; it came back into the inbox, so that answers go to such addresses; it did not arrive within 10 minutes; it was refused",
  }),
  sentAt: Timestamp,
  arrivedAt: Type.Optional(Timestamp),
  problem: Type.Optional(Type.String({ description: "Why it was refused" })),
})
export type PlusAddressTest = Type.Static<typeof PlusAddressTest>

const answers = {
  answersBy: OneOf(["own-domain", "plus-address", "references"], {
    description:
      "How answers and bounces find their conversation: by signed addresses in `REPLY_DOMAIN`; by signed names behind a plus in the address of the inbox, where a test has shown that such mail arrives; by a signed entry in the headers that mail programs repeat, which all mail has",
  }),
  plusAddressTest: Type.Optional({
    ...PlusAddressTest,
    description: "The last one since the address and the connections of the inbox changed",
  }),
}

/** Whether mail of an inbox goes out, and how answers to it find their conversation. */
export const MailStatus = Type.Object({
  ...outgoingStatus,
  waiting: Type.Integer({ description: "On its way, those that are delayed included" }),
  delayed: Type.Integer({ description: "Waiting for 15 minutes or longer" }),
  held: Type.Integer({ description: "Kept until there is something to send it through" }),
  failed: Type.Integer({ description: "Reached nobody, or not everybody, in the last 30 days" }),
  oldestWaitingAt: Type.Optional(Timestamp),
  ...answers,
  _links: Links(["self", "outgoing", "mailbox"]),
})
export type MailStatus = Type.Static<typeof MailStatus>

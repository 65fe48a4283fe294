import Type from "typebox"
import { Id, OneOf, Timestamp } from "../common.ts"

const activities = ["viewing", "replying", "noting"] as const

const Client = Type.String({
  pattern: "^[\\w-]{0,40}$",
  description: "Tells several windows of one user apart; any name that the window keeps",
})

const SendsAt = Type.String({
  ...Timestamp,
  description:
    "They have sent a reply, which goes out at this time unless they undo it; until then they are `replying`",
})

/** Said when it changes, and every 20 seconds; after 45 without a word they are gone. */
export const NewPresence = Type.Object({
  conversationId: Type.Integer({ ...Id, description: "In place of the one that this window showed before" }),
  activity: OneOf(activities),
  client: Type.Optional(Client),
})
export type NewPresence = Type.Static<typeof NewPresence>

export const Presence = Type.Object({
  conversationId: Type.Integer(),
  userId: Type.Integer(),
  activity: OneOf(activities, { description: "The most telling one of all their windows" }),
  since: Timestamp,
  sendsAt: Type.Optional(SendsAt),
})
export type Presence = Type.Static<typeof Presence>

export const PresenceList = Type.Object({ _embedded: Type.Object({ presence: Type.Array(Presence) }) })

export const PresenceQuery = Type.Object({
  conversation: Type.Optional(
    Type.Array(Id, { maxItems: 200, description: "Conversation ids, comma-separated; without it, all you may see" }),
  ),
})

export const PresenceClientQuery = Type.Object({ client: Type.Optional(Client) })

/** What the stream sends as `event: presence`, without a number. */
export const PresenceNews = Type.Object({
  complete: Type.Boolean({ description: "It is all there is now, and not only what has changed" }),
  presence: Type.Array(
    Type.Object({
      conversationId: Type.Integer(),
      userId: Type.Integer(),
      activity: OneOf([...activities, "gone"]),
      since: Type.Optional(Timestamp),
      sendsAt: Type.Optional(SendsAt),
    }),
  ),
})
export type PresenceNews = Type.Static<typeof PresenceNews>

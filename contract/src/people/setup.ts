import Type from "typebox"
import { NewInbox } from "../inboxes/inbox.ts"
import { NewUser } from "./user.ts"

const { name: InboxName, email: InboxEmail } = NewInbox.properties
const { firstName: FirstName, lastName: LastName, email: Email, timezone } = NewUser.properties

/** What the owner says once, when they first sign in. */
export const NewSetup = Type.Object({
  firstName: FirstName,
  lastName: Type.Optional(LastName),
  email: Type.Optional({ ...Email, description: "To sign in with from now on; without it the one there is" }),
  timezone,
  password: Type.Optional(
    Type.String({ writeOnly: true, description: "Needed in place of one that was printed, and refused otherwise" }),
  ),
  deskName: Type.String({ minLength: 1, maxLength: 120 }),
  mailbox: Type.Object({ name: InboxName, email: InboxEmail }, { description: "The first inbox" }),
  keepSamples: Type.Optional(Type.Boolean({ description: "Without it they go, with all that belongs to them" })),
})
export type NewSetup = Type.Static<typeof NewSetup>

/** Beside `open` only what an open one begins with. */
export const Setup = Type.Object({
  open: Type.Boolean({ description: "Whether it waits for you" }),
  firstName: Type.Optional(Type.String({ description: "Left out as long as nobody has given you a name" })),
  lastName: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  deskName: Type.Optional(Type.String()),
  mailbox: Type.Optional(Type.Object({ name: Type.String(), email: Type.String() })),
  passwordNeeded: Type.Optional(Type.Boolean({ description: "Yours was printed by the service" })),
  sampleConversations: Type.Optional(Type.Integer({ description: "How many there are to keep or drop" })),
})
export type Setup = Type.Static<typeof Setup>

/** What a new desk still needs, from its present state. */
export const FirstSteps = Type.Object({
  mailConnected: Type.Boolean({ description: "Mail comes in and goes out" }),
  teammateInvited: Type.Boolean({ description: "Somebody beside the owner and the samples has an account" }),
  replySent: Type.Boolean({ description: "Somebody has replied, also to a sample conversation" }),
  sampleConversations: Type.Integer({ description: "How many there still are" }),
})
export type FirstSteps = Type.Static<typeof FirstSteps>

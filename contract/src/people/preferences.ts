import Type from "typebox"
import { OneOf } from "../common.ts"

const preferences = {
  undoSeconds: Type.Union([Type.Literal(0), Type.Literal(5), Type.Literal(10), Type.Literal(15), Type.Literal(30)], {
    description: "How long a reply can be taken back: 0, 5, 10, 15 or 30; to be sent along with it",
  }),
  afterSending: OneOf(["next", "stay", "list"], { description: "Where to go from a conversation that is answered" }),
  statusAfterSending: OneOf(["active", "pending", "closed"], { description: "What the button to send does first" }),
  threadOrder: OneOf(["newest-last", "newest-first"]),
  theme: OneOf(["system", "light", "dark"]),
  shortcuts: Type.Boolean({ description: "Whether single letters do something" }),
  locale: Type.String({
    pattern: "^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3})$",
    maxLength: 35,
    description:
      "How dates, times and numbers are written: a language tag such as `de-DE`, or `auto` for the browser's",
  }),
  firstSteps: Type.Boolean({
    description: "Whether the checklist of a new desk is shown. Only owners and admins see it",
  }),
  mailNotifications: OneOf(["none", "mine", "all"], {
    description:
      "Of what you are told by mail: nothing; what is assigned to you, what customers write there, and where you are mentioned; or everything that customers write in your inboxes as well",
  }),
}

export const Preferences = Type.Object(preferences)
export type Preferences = Type.Static<typeof Preferences>

export const ChangedPreferences = Type.Partial(Type.Object(preferences), {
  description: "What is left out stays as it is",
})
export type ChangedPreferences = Type.Static<typeof ChangedPreferences>

export const defaultPreferences: Preferences = {
  undoSeconds: 10,
  afterSending: "next",
  statusAfterSending: "active",
  threadOrder: "newest-last",
  theme: "system",
  shortcuts: true,
  locale: "auto",
  firstSteps: true,
  mailNotifications: "mine",
}

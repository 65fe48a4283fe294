import Type from "typebox"
import { OneOf } from "../common.ts"
import { type NotificationKind, notificationKinds } from "./notification-kinds.ts"

const kindDescriptions: Record<NotificationKind, string> = {
  mentioned: "Somebody mentions you or a team of yours in a note",
  assigned: "A conversation is assigned to you",
  replied: "A customer writes in a conversation that is assigned to you",
  noted: "Somebody writes a note in a conversation that is assigned to you",
  followed: "Something happens in a conversation that you follow",
  undelivered: "A reply of yours could not be delivered",
  arrived: "A customer writes in any inbox of yours",
}

type KindFields = Record<NotificationKind, ReturnType<typeof Type.Boolean>>

const Kinds = Type.Object(
  Object.fromEntries(
    notificationKinds.map((kind) => [kind, Type.Boolean({ description: kindDescriptions[kind] })]),
  ) as KindFields,
)

const channels = { app: Kinds, browser: Kinds, mail: Kinds }

const Time = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", description: "`HH:mm` in your time zone" })

export const QuietHours = Type.Object(
  { enabled: Type.Boolean(), from: Time, to: Time },
  {
    description:
      "Between these times, every day, no notification is sent to your browsers, and mails wait until the end. They may span midnight; `from` equal to `to` means never",
  },
)
export type QuietHours = Type.Static<typeof QuietHours>

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
      "Shorthand for `notifications.mail`: nothing; your conversations, those that you follow, and mentions; or everything that customers write in your inboxes as well. Setting it replaces `notifications.mail`",
  }),
  quietHours: QuietHours,
}

const NotificationChoices = Type.Object(channels, { description: "Which notifications you get, by channel" })
export type NotificationChoices = Type.Static<typeof NotificationChoices>

export const Preferences = Type.Object({ ...preferences, notifications: NotificationChoices })
export type Preferences = Type.Static<typeof Preferences>

export const ChangedPreferences = Type.Partial(
  Type.Object({
    ...preferences,
    notifications: Type.Object(
      {
        app: Type.Optional(Type.Partial(Kinds)),
        browser: Type.Optional(Type.Partial(Kinds)),
        mail: Type.Optional(Type.Partial(Kinds)),
      },
      { description: "Kinds and channels that are left out stay as they are" },
    ),
  }),
  { description: "What is left out stays as it is" },
)
export type ChangedPreferences = Type.Static<typeof ChangedPreferences>

export type NotificationChoice = Record<NotificationKind, boolean>

const onScreen: NotificationChoice = {
  mentioned: true,
  assigned: true,
  replied: true,
  noted: true,
  followed: true,
  undelivered: true,
  arrived: false,
}

/** What each value of `mailNotifications` stands for. */
export const mailChoices: Record<Preferences["mailNotifications"], NotificationChoice> = {
  none: {
    mentioned: false,
    assigned: false,
    replied: false,
    noted: false,
    followed: false,
    undelivered: false,
    arrived: false,
  },
  mine: { ...onScreen, noted: false, undelivered: false },
  all: { ...onScreen, noted: false, undelivered: false, arrived: true },
}

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
  notifications: { app: onScreen, browser: onScreen, mail: mailChoices.mine },
  quietHours: { enabled: false, from: "22:00", to: "07:00" },
}

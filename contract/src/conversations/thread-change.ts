import Type from "typebox"
import { Moment } from "../common.ts"

export const NewSchedule = Type.Object({
  scheduledFor: { ...Moment, description: "In the future, until 2100" },
  unscheduleOnCustomerReply: Type.Optional(
    Type.Boolean({ description: "Whether it stays a draft when the customer writes before; true without a word" }),
  ),
  sendAsCreator: Type.Optional(
    Type.Boolean({ description: "Send in the name of who drafted it, not of who schedules it. Default: false" }),
  ),
})
export type NewSchedule = Type.Static<typeof NewSchedule>

export const OriginalSource = Type.Object({
  original: Type.String({ description: "The text as it was first written, whoever has changed it since" }),
})
export type OriginalSource = Type.Static<typeof OriginalSource>

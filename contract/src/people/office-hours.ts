import Type from "typebox"

const clock = "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"

/** Without hours the desk is always staffed. */
export const OfficeHours = Type.Object({
  timezone: Type.String({ minLength: 1, maxLength: 60, description: "Such as `Europe/Berlin`" }),
  hours: Type.Array(
    Type.Object({
      day: Type.Integer({ minimum: 1, maximum: 7, description: "1 for Monday to 7 for Sunday" }),
      from: Type.String({ pattern: clock, description: "Such as `09:00`" }),
      to: Type.String({ pattern: clock, description: "Later than `from`; `24:00` ends the day" }),
    }),
    { maxItems: 28, description: "Empty where the desk is always staffed" },
  ),
})
export type OfficeHours = Type.Static<typeof OfficeHours>

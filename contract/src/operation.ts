import Type from "typebox"
import { OneOf } from "./common.ts"

/** One change of a patch. What `value` must be, the path says. */
export const Operation = Type.Object({
  op: OneOf(["add", "replace", "remove"]),
  path: Type.String({ maxLength: 200, description: "Begins with a slash, such as `/firstName` or `/emails/7/value`" }),
  value: Type.Optional(Type.Unknown({ description: "Not of `remove`; null takes away what is there" })),
})
export type Operation = Type.Static<typeof Operation>

/** One operation may come without the list around it. */
export const Operations = Type.Array(Operation, {
  minItems: 1,
  maxItems: 200,
  description: "Applied in their order, all or none; one alone may come without the list",
})

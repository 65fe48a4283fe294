import Type from "typebox"
import { OneOf } from "./common.ts"

export const PatchOperation = Type.Object({
  op: OneOf(["add", "copy", "move", "remove", "replace", "test"]),
  path: Type.String({ minLength: 1, maxLength: 200, description: "What to change, like `/subject`" }),
  value: Type.Optional(Type.Unknown({ description: "Not with `remove`" })),
})
export type PatchOperation = Type.Static<typeof PatchOperation>

/** One operation or several, which are applied all or not at all. */
export const Patch = Type.Union([PatchOperation, Type.Array(PatchOperation, { minItems: 1, maxItems: 100 })])
export type Patch = Type.Static<typeof Patch>

import Type from "typebox"
import { OneOf, PageOf } from "./common.ts"

export const CustomFieldType = OneOf(["singleline", "multiline", "date", "number", "dropdown"])
export type CustomFieldType = Type.Static<typeof CustomFieldType>

export const CustomFieldOption = Type.Object({ id: Type.Integer(), order: Type.Integer(), label: Type.String() })

/** A field that conversations of an inbox can have, as opposed to its value on one of them. */
export const CustomField = Type.Object({
  id: Type.Integer(),
  required: Type.Boolean(),
  order: Type.Integer(),
  type: CustomFieldType,
  name: Type.String(),
  options: Type.Optional(Type.Array(CustomFieldOption, { description: "What a `dropdown` lets one choose from" })),
})
export type CustomField = Type.Static<typeof CustomField>

export const CustomFieldPage = PageOf("fields", CustomField)

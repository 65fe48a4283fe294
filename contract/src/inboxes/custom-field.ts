import Type from "typebox"
import { Id, OneOf, PageOf } from "../common.ts"

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

const Order = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const Name = Type.String({ minLength: 1, maxLength: 120 })

const ChangedOption = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "Of one that stays" })),
  label: Type.String({ minLength: 1, maxLength: 255 }),
  order: Type.Optional(Order),
})

const Options = Type.Array(ChangedOption, {
  minItems: 1,
  maxItems: 500,
  description: "All options of a `dropdown`, in their order unless they say another",
})

export const NewCustomField = Type.Object({
  name: Name,
  type: CustomFieldType,
  required: Type.Optional(Type.Boolean()),
  order: Type.Optional(Order),
  options: Type.Optional(Options),
})
export type NewCustomField = Type.Static<typeof NewCustomField>

export const ChangedCustomField = Type.Object(
  {
    name: Type.Optional(Name),
    type: Type.Optional(CustomFieldType),
    required: Type.Optional(Type.Boolean()),
    order: Type.Optional(Order),
    options: Type.Optional(Options),
  },
  { description: "What is left out stays as it is; options that are left out of `options` go" },
)
export type ChangedCustomField = Type.Static<typeof ChangedCustomField>

export const CustomFieldPath = Type.Object({ mailboxId: Id, fieldId: Id })

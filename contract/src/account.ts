import Type from "typebox"
import { Links, Timestamp } from "./common.ts"

const Name = Type.String({ minLength: 1, maxLength: 120 })
const Days = Type.Integer({ minimum: 1, maximum: 36_500 })

/** The desk as a whole. */
export const Account = Type.Object({
  name: Type.String(),
  oldConversationDays: Type.Optional({
    ...Days,
    description: "So many days after it began a conversation takes no more threads; left out where it always does",
  }),
  retention: Type.Object(
    {
      deletedConversationDays: Type.Optional({
        ...Days,
        description: "After which deleted conversations are gone for good; left out where they stay",
      }),
      eventDays: Days,
      webhookDeliveryDays: Days,
    },
    { description: "As the operator has set it" },
  ),
  createdAt: Timestamp,
  _links: Links(["self"]),
})
export type Account = Type.Static<typeof Account>

export const ChangedAccount = Type.Object(
  {
    name: Type.Optional(Name),
    oldConversationDays: Type.Optional(
      Type.Union([Days, Type.Null()], { description: "Null lets conversations take threads however old they are" }),
    ),
  },
  { description: "What is left out stays as it is" },
)
export type ChangedAccount = Type.Static<typeof ChangedAccount>

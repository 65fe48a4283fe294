import Type from "typebox"
import { Links, OneOf, Timestamp } from "../common.ts"

const Name = Type.String({ minLength: 1, maxLength: 120 })
/** Deliveries are tried for three days. */
const DeliveryDays = Type.Integer({ minimum: 3, maximum: 3_650 })
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
      spamConversationDays: Type.Optional({ ...Days, description: "The same of spam" }),
      rawMailDays: Type.Optional({
        ...Days,
        description: "After which mails as they came are gone; what they became stays. Left out where they stay",
      }),
      eventDays: Days,
      webhookDeliveryDays: Days,
    },
    { description: "What holds: as the desk says, and otherwise as the operator has set it" },
  ),
  ownRetention: Type.Object(
    {
      deletedConversationDays: Type.Optional(Days),
      spamConversationDays: Type.Optional(Days),
      rawMailDays: Type.Optional(Days),
      eventDays: Type.Optional(Days),
      webhookDeliveryDays: Type.Optional(DeliveryDays),
    },
    { description: "Those of them that the desk itself says" },
  ),
  ignoredProxy: Type.Optional(
    Type.Object(
      {
        header: OneOf(["X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded"]),
        address: Type.String({ description: "Who was connected; anybody can send such a request" }),
        trustedProxies: Type.Optional(
          Type.String({ description: "The value of `TRUSTED_PROXIES` with which the header counts" }),
        ),
        seenAt: Timestamp,
      },
      {
        description:
          "A request of the last 24 hours with a forwarded header that does not match the links of the desk. Absent when `PUBLIC_URL` is set",
      },
    ),
  ),
  createdAt: Timestamp,
  _links: Links(["self"]),
})
export type Account = Type.Static<typeof Account>

function OrNull<Schema extends Type.TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

export const ChangedAccount = Type.Object(
  {
    name: Type.Optional(Name),
    oldConversationDays: Type.Optional(
      Type.Union([Days, Type.Null()], { description: "Null lets conversations take threads however old they are" }),
    ),
    retention: Type.Optional(
      Type.Object(
        {
          deletedConversationDays: OrNull(Days),
          spamConversationDays: OrNull(Days),
          rawMailDays: OrNull(Days),
          eventDays: OrNull(Days),
          webhookDeliveryDays: OrNull(DeliveryDays),
        },
        { description: "What is left out stays as it is; null leaves it to the operator" },
      ),
    ),
  },
  { description: "What is left out stays as it is" },
)
export type ChangedAccount = Type.Static<typeof ChangedAccount>

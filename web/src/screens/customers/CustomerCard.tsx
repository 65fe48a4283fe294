import type { Customer } from "@deskhand/sdk/client"
import { Link } from "@tanstack/react-router"
import { customerName } from "../../data/customer-names.ts"
import { dateText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import facts from "../../ui/facts/Facts.module.css"
import { InlineEdit } from "../../ui/facts/InlineEdit.tsx"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import styles from "./Cards.module.css"
import { replacing, useCustomerChange } from "./change.ts"
import { Entries } from "./Entries.tsx"

interface CustomerCardProps {
  customer: Customer
  disabled: boolean
}

/** Who it is and how to reach them; each part is changed where it stands. */
export function CustomerCard({ customer, disabled }: CustomerCardProps) {
  const { emails, phones, address } = customer._embedded
  const change = useCustomerChange(customer.id)
  const name = customerName(customer)
  const place = customer.location ?? [address?.city, address?.country].filter(Boolean).join(", ")
  return (
    <div className={styles["card"]}>
      <Avatar name={name} size="large" />
      <InlineEdit
        label={text("details.name")}
        disabled={disabled}
        fields={[
          { label: text("details.firstName"), value: customer.firstName ?? "" },
          { label: text("details.lastName"), value: customer.lastName ?? "" },
          { label: text("details.jobTitle"), value: customer.jobTitle ?? "" },
        ]}
        onSave={([first = "", last = "", job = ""]) =>
          change([replacing("/firstName", first), replacing("/lastName", last), replacing("/jobTitle", job)])
        }
      >
        <h3>
          <Link to="/customers/$customerId" params={{ customerId: String(customer.id) }}>
            {name}
          </Link>
        </h3>
      </InlineEdit>
      {customer.jobTitle && <p>{customer.jobTitle}</p>}
      {place && <p>{place}</p>}
      <div className={styles["ways"]}>
        <Entries kind="emails" entries={emails} customerId={customer.id} disabled={disabled} />
        <Entries kind="phones" entries={phones} customerId={customer.id} disabled={disabled} />
      </div>
      <Background customer={customer} disabled={disabled} />
      <p className={styles["since"]}>{text("details.since", { date: dateText(customer.createdAt) })}</p>
    </div>
  )
}

export function Background({ customer, disabled }: CustomerCardProps) {
  const change = useCustomerChange(customer.id)
  if (!customer.background && disabled) return null
  return (
    <InlineEdit
      label={text("details.background")}
      disabled={disabled}
      fields={[{ label: text("details.background"), value: customer.background ?? "", kind: "multiline" }]}
      onSave={([value = ""]) => change([replacing("/background", value)])}
    >
      {customer.background ? (
        <p className={facts["background"]}>{customer.background}</p>
      ) : (
        <p className={facts["faint"]}>{text("details.noBackground")}</p>
      )}
    </InlineEdit>
  )
}

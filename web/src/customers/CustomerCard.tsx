import type { Customer } from "@deskhand/sdk/client"
import { Plus } from "lucide-react"
import { useState } from "react"
import { dateText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"
import { Avatar } from "../parts/Avatar.tsx"
import { replacing, useCustomerChange } from "./change.ts"
import styles from "./Details.module.css"
import { Copyable } from "./Facts.tsx"
import inline from "./InlineEdit.module.css"
import { EditForm, InlineEdit } from "./InlineEdit.tsx"

interface CustomerCardProps {
  customer: Customer
  disabled: boolean
}

/** Who it is and how to reach them; each part is changed where it stands. */
export function CustomerCard({ customer, disabled }: CustomerCardProps) {
  const { emails, phones, address } = customer._embedded
  const change = useCustomerChange(customer.id)
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(" ") || (emails[0]?.value ?? "?")
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
        <h3>{name}</h3>
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

interface EntriesProps {
  kind: "emails" | "phones"
  entries: readonly { id: number; value: string }[]
  customerId: number
  disabled: boolean
}

function Entries({ kind, entries, customerId, disabled }: EntriesProps) {
  const [adding, setAdding] = useState(false)
  const change = useCustomerChange(customerId)
  const label = text(kind === "emails" ? "details.email" : "details.phone")
  const control = kind === "emails" ? "email" : "tel"
  return (
    <>
      <ul>
        {entries.map(({ id, value }) => (
          <li key={id}>
            <InlineEdit
              label={`${label} ${value}`}
              disabled={disabled}
              fields={[{ label, value, kind: control }]}
              onSave={([next = ""]) => change([{ op: "replace", path: `/${kind}/${id}/value`, value: next }])}
              onRemove={() => change([{ op: "remove", path: `/${kind}/${id}` }])}
            >
              <Copyable value={value} />
            </InlineEdit>
          </li>
        ))}
      </ul>
      {adding && (
        <EditForm
          label={label}
          fields={[{ label, value: "", kind: control }]}
          onSave={([value = ""]) => change([{ op: "add", path: `/${kind}/-`, value: { value } }])}
          onClose={() => setAdding(false)}
        />
      )}
      {!adding && !disabled && (
        <button type="button" className={inline["add"]} onClick={() => setAdding(true)}>
          <Plus size={13} aria-hidden /> {text(kind === "emails" ? "details.addEmail" : "details.addPhone")}
        </button>
      )}
    </>
  )
}

function Background({ customer, disabled }: CustomerCardProps) {
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
        <p className={styles["background"]}>{customer.background}</p>
      ) : (
        <p className={styles["faint"]}>{text("details.noBackground")}</p>
      )}
    </InlineEdit>
  )
}

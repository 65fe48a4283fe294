import type { Customer, CustomerAddress, PatchOperation } from "@deskhand/sdk/client"
import { countries, countryText } from "../../messages/countries.ts"
import { text } from "../../messages/people.ts"
import { Section } from "../../ui/facts/Facts.tsx"
import { InlineEdit } from "../../ui/facts/InlineEdit.tsx"
import styles from "../directory/Profile.module.css"
import { replacing, useCustomerChange } from "./change.ts"

export function AddressSection({ customer, disabled }: { customer: Customer; disabled: boolean }) {
  const { address } = customer._embedded
  const change = useCustomerChange(customer.id)
  if (!address && disabled) return null
  const lines = address ? addressLines(address) : []
  return (
    <Section title={text("people.address")}>
      <InlineEdit
        label={text("people.address")}
        disabled={disabled}
        fields={[
          { label: text("people.address.lines"), value: address?.lines.join("\n") ?? "", kind: "multiline" },
          { label: text("people.address.postalCode"), value: address?.postalCode ?? "" },
          { label: text("people.address.city"), value: address?.city ?? "" },
          { label: text("people.address.state"), value: address?.state ?? "" },
          { label: text("details.country"), value: address?.country ?? "", options: countries },
        ]}
        onSave={(values) => change(addressChange(values))}
        {...(address && { onRemove: () => change([{ op: "remove", path: "/address" }]) })}
      >
        {lines.length > 0 ? (
          <address className={styles["pre"]}>{lines.join("\n")}</address>
        ) : (
          <p className={styles["faint"]}>{text("people.address.none")}</p>
        )}
      </InlineEdit>
    </Section>
  )
}

/** As it is written on a letter. */
export function addressLines({ lines, postalCode, city, state, country }: CustomerAddress): string[] {
  const place = [postalCode, city].filter(Boolean).join(" ")
  const region = [place, state].filter(Boolean).join(", ")
  return [...lines, region, country === undefined ? "" : countryText(country)].filter(Boolean)
}

/** One operation for each field, in their order, so that a refusal finds its own. */
function addressChange([lines = "", postalCode = "", city = "", state = "", country = ""]: string[]): PatchOperation[] {
  const written = lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
  if ([...written, postalCode, city, state, country].every((value) => value === ""))
    return [{ op: "remove", path: "/address" }]
  return [
    { op: "replace", path: "/address/lines", value: written },
    replacing("/address/postalCode", postalCode),
    replacing("/address/city", city),
    replacing("/address/state", state),
    replacing("/address/country", country),
  ]
}

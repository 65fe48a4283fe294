import type { Customer, PatchOperation } from "@deskhand/sdk/client"
import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { customerName } from "../../data/customer-names.ts"
import { dateText } from "../../messages/moments.ts"
import { text } from "../../messages/people.ts"
import { EditableFact } from "../../ui/facts/EditableFact.tsx"
import { Section } from "../../ui/facts/Facts.tsx"
import { InlineEdit } from "../../ui/facts/InlineEdit.tsx"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { Menu, MenuItem } from "../../ui/parts/Menu.tsx"
import { Portrait } from "../directory/Portrait.tsx"
import styles from "../directory/Profile.module.css"
import { AddressSection } from "./AddressSection.tsx"
import { Background } from "./CustomerCard.tsx"
import { replacing, useCustomerChange } from "./change.ts"
import { Entries } from "./Entries.tsx"
import { type EntryKind, entryKinds } from "./kinds.ts"
import { OrganizationCard } from "./OrganizationCard.tsx"
import { Properties } from "./Properties.tsx"

interface CustomerFactsProps {
  customer: Customer
  disabled: boolean
}

/** Everything that is known of a customer, each thing changed where it stands. */
export function CustomerFacts({ customer, disabled }: CustomerFactsProps) {
  return (
    <>
      <Who customer={customer} disabled={disabled} />
      <h2 className="visually-hidden">{text("people.facts")}</h2>
      <Ways customer={customer} disabled={disabled} />
      <Section title={text("details.background")}>
        <Background customer={customer} disabled={disabled} />
      </Section>
      <OrganizationCard customerId={customer.id} organizationId={customer.organizationId} disabled={disabled} />
      <About customer={customer} disabled={disabled} />
      <AddressSection customer={customer} disabled={disabled} />
      <Properties customer={customer} disabled={disabled} />
    </>
  )
}

function Who({ customer, disabled }: CustomerFactsProps) {
  const change = useCustomerChange(customer.id)
  const name = customerName(customer)
  return (
    <div className={styles["who"]}>
      <Portrait url={customer.photoUrl}>
        <Avatar name={name} size="large" />
      </Portrait>
      <InlineEdit
        label={text("details.name")}
        disabled={disabled}
        fields={[
          { label: text("details.firstName"), value: customer.firstName ?? "" },
          { label: text("details.lastName"), value: customer.lastName ?? "" },
        ]}
        onSave={([first = "", last = ""]) => change([replacing("/firstName", first), replacing("/lastName", last)])}
      >
        <h1>{name}</h1>
      </InlineEdit>
      {customer.jobTitle && <p>{customer.jobTitle}</p>}
      <p className={styles["faint"]}>{text("details.since", { date: dateText(customer.createdAt) })}</p>
      <a href="#timeline" className={styles["jump"]}>
        {text("details.conversations", { count: customer.conversationCount })}
      </a>
    </div>
  )
}

function Ways({ customer, disabled }: CustomerFactsProps) {
  const [adding, setAdding] = useState<EntryKind>()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setAdding(undefined))
    moveFocus(opener.current)
  }
  const all = Object.keys(entryKinds) as EntryKind[]
  const shown = all.filter((kind) => kind === adding || customer._embedded[kind].length > 0)
  if (shown.length === 0 && disabled) return null
  return (
    <Section
      title={text("people.ways")}
      action={
        !disabled && (
          <Menu
            align="end"
            trigger={
              <Button ref={opener} look="quiet" aria-label={text("people.ways.add")}>
                {text("people.add")}
              </Button>
            }
          >
            {all.map((kind) => (
              <MenuItem key={kind} onSelect={() => setAdding(kind)}>
                {text(entryKinds[kind].label)}
              </MenuItem>
            ))}
          </Menu>
        )
      }
    >
      {shown.length === 0 && <p className={styles["faint"]}>{text("people.ways.none")}</p>}
      <div className={styles["entries"]}>
        {shown.map((kind) => (
          <Entries
            key={kind}
            kind={kind}
            entries={customer._embedded[kind]}
            customerId={customer.id}
            disabled={disabled}
            adding={{ open: kind === adding, onClose: close }}
          />
        ))}
      </div>
    </Section>
  )
}

const genders = ["female", "male", "unknown"] as const

function About({ customer, disabled }: CustomerFactsProps) {
  const change = useCustomerChange(customer.id)
  const save = (path: string) => (value: string) => change([replacing(path, value)])
  const { jobTitle = "", location = "", age = "", photoUrl = "", gender } = customer
  // A text from before there were organizations counts until one is chosen.
  const { organizationId, organization = "" } = customer
  return (
    <Section title={text("people.about")}>
      <dl>
        <EditableFact name={text("details.jobTitle")} value={jobTitle} disabled={disabled} onSave={save("/jobTitle")} />
        {organizationId === undefined && organization !== "" && (
          <EditableFact
            name={text("people.company")}
            value={organization}
            disabled={disabled}
            onSave={save("/organization")}
          />
        )}
        <EditableFact name={text("people.location")} value={location} disabled={disabled} onSave={save("/location")} />
        <EditableFact
          name={text("people.gender")}
          value={gender}
          required
          options={genders.map((value) => ({ value, label: text(`people.gender.${value}`) }))}
          disabled={disabled}
          onSave={save("/gender")}
        >
          <span>{text(`people.gender.${gender}`)}</span>
        </EditableFact>
        <EditableFact name={text("people.age")} value={age} disabled={disabled} onSave={save("/age")} />
        <EditableFact
          name={text("people.photo")}
          value={photoUrl}
          kind="url"
          disabled={disabled}
          onSave={(url) => change(photoChange(url))}
        />
      </dl>
    </Section>
  )
}

/** Where it is from is not known any more. */
function photoChange(url: string): PatchOperation[] {
  return [replacing("/photoUrl", url), { op: "remove", path: "/photoType" }]
}

import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { text } from "../../../messages/settings.ts"
import { CheckList } from "../../../ui/form/CheckList.tsx"
import { GroupField, Pair, SelectField, TextField } from "../../../ui/form/fields.tsx"
import type { Saving } from "../../../ui/form/saving.ts"
import type { Role } from "./queries.ts"

export interface PersonValues {
  firstName: string
  lastName: string
  email: string
  role: Role
  jobTitle: string
  phone: string
  timezone: string
  inboxIds: number[]
}

interface PersonFieldsProps {
  values: PersonValues
  saving: Saving
  onChange: (change: Partial<PersonValues>) => void
  /** The owner stays the owner, and nobody changes their own role. */
  roleFixed?: boolean
}

const zones = Intl.supportedValuesOf("timeZone")

export function PersonFields({ values, saving, onChange, roleFixed = false }: PersonFieldsProps) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const zoneList = useId()
  const roles = (["admin", "user", "light user"] as const).map((value) => ({ value, label: text(`role.${value}`) }))
  return (
    <>
      <Pair>
        <TextField
          label={text("people.firstName")}
          value={values.firstName}
          failure={saving.at("firstName")}
          required
          maxLength={80}
          autoComplete="off"
          onChange={(firstName) => onChange({ firstName })}
        />
        <TextField
          label={text("people.lastName")}
          value={values.lastName}
          failure={saving.at("lastName")}
          maxLength={80}
          autoComplete="off"
          onChange={(lastName) => onChange({ lastName })}
        />
      </Pair>
      <TextField
        label={text("people.email")}
        hint={text("people.email.hint")}
        value={values.email}
        failure={saving.at("email")}
        required
        inputMode="email"
        maxLength={254}
        autoComplete="off"
        onChange={(email) => onChange({ email })}
      />
      <SelectField
        label={text("people.role")}
        hint={text(`people.role.${values.role}`)}
        value={values.role}
        failure={saving.at("role")}
        disabled={roleFixed}
        options={values.role === "owner" ? [{ value: "owner", label: text("role.owner") }] : roles}
        onChange={(role: Role) => onChange({ role })}
      />
      {values.role !== "owner" && values.role !== "admin" && (
        <GroupField label={text("people.inboxes")} failure={saving.at("mailboxes")}>
          <CheckList
            label={text("people.inboxes")}
            options={inboxes.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
            chosen={values.inboxIds}
            none={text("inboxes.none")}
            onChange={(inboxIds) => onChange({ inboxIds })}
          />
        </GroupField>
      )}
      <Pair>
        <TextField
          label={text("people.jobTitle")}
          value={values.jobTitle}
          failure={saving.at("jobTitle")}
          maxLength={60}
          onChange={(jobTitle) => onChange({ jobTitle })}
        />
        <TextField
          label={text("people.phone")}
          value={values.phone}
          failure={saving.at("phone")}
          maxLength={60}
          inputMode="tel"
          onChange={(phone) => onChange({ phone })}
        />
      </Pair>
      <TextField
        label={text("people.timezone")}
        value={values.timezone}
        failure={saving.at("timezone")}
        required
        maxLength={60}
        list={zoneList}
        onChange={(timezone) => onChange({ timezone })}
      />
      <datalist id={zoneList}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { text } from "../../../messages/settings.ts"
import { CheckListField } from "../../../ui/form/CheckList.tsx"
import { Pair, SelectField, TextField } from "../../../ui/form/fields.tsx"
import type { SettingsForm } from "../../../ui/form/settings-form.ts"
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
  form: Pick<SettingsForm<PersonValues>, "values" | "field">
  /** The owner stays the owner, and nobody changes their own role. */
  roleFixed?: boolean
}

const zones = Intl.supportedValuesOf("timeZone")

export function PersonFields({ form, roleFixed = false }: PersonFieldsProps) {
  const { role } = form.values
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const zoneList = useId()
  const roles = (["admin", "user", "light user"] as const).map((value) => ({ value, label: text(`role.${value}`) }))
  return (
    <>
      <Pair>
        <TextField
          {...form.field("firstName")}
          label={text("people.firstName")}
          required
          maxLength={80}
          autoComplete="off"
        />
        <TextField {...form.field("lastName")} label={text("people.lastName")} maxLength={80} autoComplete="off" />
      </Pair>
      <TextField
        {...form.field("email")}
        label={text("people.email")}
        hint={text("people.email.hint")}
        required
        inputMode="email"
        maxLength={254}
        autoComplete="off"
      />
      <SelectField
        {...form.field("role")}
        label={text("people.role")}
        hint={text(`people.role.${role}`)}
        disabled={roleFixed}
        options={role === "owner" ? [{ value: "owner", label: text("role.owner") }] : roles}
      />
      {role !== "owner" && role !== "admin" && (
        <CheckListField
          {...form.field("inboxIds")}
          label={text("people.inboxes")}
          options={inboxes.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
          none={text("inboxes.none")}
        />
      )}
      <Pair>
        <TextField {...form.field("jobTitle")} label={text("people.jobTitle")} maxLength={60} />
        <TextField {...form.field("phone")} label={text("people.phone")} maxLength={60} inputMode="tel" />
      </Pair>
      <TextField {...form.field("timezone")} label={text("people.timezone")} required maxLength={60} list={zoneList} />
      <datalist id={zoneList}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

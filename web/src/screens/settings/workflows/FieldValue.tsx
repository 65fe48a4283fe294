import type { CustomField } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { fieldsQuery } from "../../../data/customers.ts"
import { text } from "../../../messages/settings.ts"
import { AreaField, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { optionsOf } from "./action-choices.tsx"
import type { ActionProps } from "./action-props.ts"

/** A custom field of the inbox, and what is written into it. */
export function FieldValue({ action: { fieldId, value = "" }, inboxId, failureAt, onChange }: ActionProps) {
  const { data: fields } = useQuery(fieldsQuery(inboxId))
  const field = fields?.find(({ id }) => id === fieldId)
  const params = { inboxId: String(inboxId), tab: "fields" }
  const none = fields?.length === 0 && (
    <Link to="/settings/inboxes/$inboxId/$tab" params={params}>
      {text("workflow.field.none")}
    </Link>
  )
  return (
    <>
      <SelectField
        label={text("workflow.field")}
        hint={none}
        value={String(fieldId ?? "")}
        failure={failureAt("fieldId")}
        options={optionsOf(fields, fieldId)}
        // What was written for another field means nothing for this one.
        onChange={(id) => id !== "" && onChange({ fieldId: Number(id), value: "" })}
      />
      {field && (
        <ValueControl
          field={field}
          value={value}
          failure={failureAt("value")}
          onChange={(value) => onChange({ value })}
        />
      )}
    </>
  )
}

interface ValueControlProps {
  field: CustomField
  value: string
  failure: string | undefined
  onChange: (value: string) => void
}

function ValueControl({ field: { type, options = [] }, ...rest }: ValueControlProps) {
  const control = { label: text("workflow.value"), ...rest }
  switch (type) {
    case "dropdown":
      return (
        <SelectField
          {...control}
          options={[
            { value: "", label: text("workflow.value.empty") },
            ...options.map(({ id, label }) => ({ value: String(id), label })),
          ]}
        />
      )
    case "multiline":
      return <AreaField {...control} hint={text("workflow.value.hint")} maxLength={15_000} />
    default:
      return (
        <TextField
          {...control}
          hint={text("workflow.value.hint")}
          type={type === "date" ? "date" : "text"}
          {...(type === "number" && { inputMode: "decimal" })}
          maxLength={255}
        />
      )
  }
}

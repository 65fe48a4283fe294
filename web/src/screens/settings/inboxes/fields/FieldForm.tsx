import type { CustomField } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { CheckField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { OptionList } from "../../../../ui/form/OptionList.tsx"
import { useSettingsForm } from "../../../../ui/form/settings-form.ts"

const types = ["singleline", "multiline", "number", "date", "dropdown"] as const

interface NewField {
  name: string
  type: CustomField["type"]
  required: boolean
  options?: { id?: number; label: string }[]
}

interface FieldFormProps {
  /** None where a new one is made. */
  field: CustomField | undefined
  onSave: (id: number | undefined, field: NewField) => Promise<void>
  onClose: () => void
}

export function FieldForm({ field, onSave, onClose }: FieldFormProps) {
  const form = useSettingsForm({
    saved: {
      name: field?.name ?? "",
      type: field?.type ?? ("singleline" as const),
      required: field?.required ?? false,
      options: (field?.options ?? []).map(({ id, label }): { id?: number; label: string } => ({ id, label })),
    },
    save({ options, ...rest }) {
      const written = options.filter(({ label }) => label.trim() !== "")
      return onSave(field?.id, { ...rest, ...(rest.type === "dropdown" && { options: written }) })
    },
    done: text("settings.saved"),
    onSaved: onClose,
  })
  return (
    <DialogForm form={form} onClose={onClose}>
      <TextField {...form.field("name")} label={text("fields.name")} required maxLength={120} />
      <SelectField
        {...form.field("type")}
        label={text("fields.type")}
        hint={field && text("fields.type.hint")}
        options={types.map((value) => ({ value, label: text(`fields.type.${value}`) }))}
      />
      {form.values.type === "dropdown" && (
        <OptionList {...form.field("options")} label={text("fields.options")} hint={text("fields.options.hint")} />
      )}
      <CheckField
        {...form.field("required")}
        label={text("fields.required.label")}
        hint={text("fields.required.hint")}
      />
    </DialogForm>
  )
}

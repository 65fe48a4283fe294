import type { CustomField } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../../ui/form/draft.ts"
import { CheckField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { OptionList } from "../../../../ui/form/OptionList.tsx"
import { useSaving } from "../../../../ui/form/saving.ts"

const types = ["singleline", "multiline", "number", "date", "dropdown"] as const

interface Written {
  name: string
  type: CustomField["type"]
  required: boolean
  options?: { id?: number; label: string }[]
}

interface FieldFormProps {
  /** None where a new one is made. */
  field: CustomField | undefined
  onSave: (id: number | undefined, field: Written) => Promise<void>
  onClose: () => void
}

export function FieldForm({ field, onSave, onClose }: FieldFormProps) {
  const draft = useDraft({
    name: field?.name ?? "",
    type: field?.type ?? ("singleline" as const),
    required: field?.required ?? false,
    options: (field?.options ?? []).map(({ id, label }): { id?: number; label: string } => ({ id, label })),
  })
  const { values, set } = draft
  const saving = useSaving(["name", "type", "options", "required"])
  const save = async () => {
    const { options, ...rest } = values
    const written = options.filter(({ label }) => label.trim() !== "")
    const done = await saving.run(
      () => onSave(field?.id, { ...rest, ...(values.type === "dropdown" && { options: written }) }),
      text("settings.saved"),
    )
    if (done) onClose()
  }
  return (
    <DialogForm saving={saving} onSave={() => void save()} onClose={onClose}>
      <TextField
        label={text("fields.name")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={120}
        onChange={(name) => set({ name })}
      />
      <SelectField
        label={text("fields.type")}
        hint={field && text("fields.type.hint")}
        value={values.type}
        failure={saving.at("type")}
        options={types.map((value) => ({ value, label: text(`fields.type.${value}`) }))}
        onChange={(type) => set({ type })}
      />
      {values.type === "dropdown" && (
        <OptionList
          label={text("fields.options")}
          hint={text("fields.options.hint")}
          options={values.options}
          failure={saving.at("options")}
          onChange={(options) => set({ options })}
        />
      )}
      <CheckField
        label={text("fields.required.label")}
        hint={text("fields.required.hint")}
        checked={values.required}
        onChange={(required) => set({ required })}
      />
    </DialogForm>
  )
}

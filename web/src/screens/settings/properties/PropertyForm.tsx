import type { NewCustomerProperty } from "@deskhand/sdk/client"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { SelectField, TextField } from "../../../ui/form/fields.tsx"
import { OptionList } from "../../../ui/form/OptionList.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"

/** What customers and organizations have in common. */
export interface Property {
  id: number
  slug: string
  name: string
  type: NewCustomerProperty["type"]
  options?: { label: string }[]
}

export type WrittenProperty = Pick<NewCustomerProperty, "name" | "type" | "options" | "slug">

const types = ["text", "number", "date", "url", "dropdown"] as const

interface PropertyFormProps {
  /** None where a new one is made. */
  property: Property | undefined
  onSave: (property: WrittenProperty) => Promise<void>
  onClose: () => void
}

export function PropertyForm({ property, onSave, onClose }: PropertyFormProps) {
  const form = useSettingsForm({
    saved: {
      name: property?.name ?? "",
      slug: property?.slug ?? "",
      type: property?.type ?? ("text" as const),
      options: (property?.options ?? []).map(({ label }) => ({ label })),
    },
    save({ name, type, options, slug }) {
      const written = options.flatMap(({ label }) => (label.trim() === "" ? [] : [{ label }]))
      const more = { ...(slug.trim() !== "" && { slug }), ...(type === "dropdown" && { options: written }) }
      return onSave({ name, type, ...more })
    },
    done: text("settings.saved"),
    onSaved: onClose,
  })
  return (
    <DialogForm form={form} disabled={!form.isDirty} onClose={onClose}>
      <TextField {...form.field("name")} label={text("properties.name")} required maxLength={120} />
      <SelectField
        {...form.field("type")}
        label={text("properties.type")}
        hint={text("properties.type.hint")}
        disabled={property !== undefined}
        options={types.map((value) => ({ value, label: text(`properties.type.${value}`) }))}
      />
      {form.values.type === "dropdown" && (
        <OptionList
          {...form.field("options")}
          label={text("properties.options")}
          hint={property && text("properties.options.hint")}
        />
      )}
      {!property && (
        <TextField
          {...form.field("slug")}
          label={text("properties.slug")}
          hint={text("properties.slug.hint")}
          maxLength={100}
          spellCheck={false}
        />
      )}
    </DialogForm>
  )
}

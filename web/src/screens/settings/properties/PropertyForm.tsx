import type { NewCustomerProperty } from "@deskhand/sdk/client"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import { SelectField, TextField } from "../../../ui/form/fields.tsx"
import { OptionList } from "../../../ui/form/OptionList.tsx"
import { useSaving } from "../../../ui/form/saving.ts"

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
  const draft = useDraft({
    name: property?.name ?? "",
    slug: property?.slug ?? "",
    type: property?.type ?? ("text" as const),
    options: (property?.options ?? []).map(({ label }) => ({ label })),
  })
  const { values, set } = draft
  const saving = useSaving(["name", "slug", "type", "options"])
  const save = async () => {
    const { options, slug, ...rest } = values
    const written = options.flatMap(({ label }) => (label.trim() === "" ? [] : [{ label }]))
    const done = await saving.run(
      () =>
        onSave({
          ...rest,
          ...(slug.trim() !== "" && { slug }),
          ...(values.type === "dropdown" && { options: written }),
        }),
      text("settings.saved"),
    )
    if (done) onClose()
  }
  return (
    <DialogForm saving={saving} disabled={!draft.dirty} onClose={onClose} onSave={() => void save()}>
      <TextField
        label={text("properties.name")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={120}
        onChange={(name) => set({ name })}
      />
      <SelectField
        label={text("properties.type")}
        hint={text("properties.type.hint")}
        value={values.type}
        failure={saving.at("type")}
        disabled={property !== undefined}
        options={types.map((value) => ({ value, label: text(`properties.type.${value}`) }))}
        onChange={(type) => set({ type })}
      />
      {values.type === "dropdown" && (
        <OptionList
          label={text("properties.options")}
          hint={property && text("properties.options.hint")}
          options={values.options}
          failure={saving.at("options")}
          onChange={(options) => set({ options })}
        />
      )}
      {!property && (
        <TextField
          label={text("properties.slug")}
          hint={text("properties.slug.hint")}
          value={values.slug}
          failure={saving.at("slug")}
          maxLength={100}
          spellCheck={false}
          onChange={(slug) => set({ slug })}
        />
      )}
    </DialogForm>
  )
}

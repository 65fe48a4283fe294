import type { Tag } from "@deskhand/sdk/client"
import type { CSSProperties } from "react"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { GroupField, TextField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
import styles from "./Tags.module.css"

/** Told apart at a glance; any other can be chosen beside them. */
const colours = {
  "#929499": text("tags.colour.grey"),
  "#4381b5": text("tags.colour.blue"),
  "#2f9e6d": text("tags.colour.green"),
  "#c99a1d": text("tags.colour.yellow"),
  "#d9732b": text("tags.colour.orange"),
  "#c9463d": text("tags.colour.red"),
  "#b2528f": text("tags.colour.pink"),
  "#7a5cc0": text("tags.colour.purple"),
} as const

const usualColour = "#929499"

interface TagFormProps {
  /** None where a new one is made. */
  tag: Tag | undefined
  onClose: () => void
  onDone: () => Promise<unknown>
}

export function TagForm({ tag, onClose, onDone }: TagFormProps) {
  const form = useSettingsForm({
    saved: { name: tag?.name ?? "", color: tag?.color ?? usualColour },
    async save(values) {
      if (tag) await desk.tags.replace(tag.id, values)
      else await desk.tags.create(values)
    },
    done: text("settings.saved"),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  const color = form.field("color")
  return (
    <DialogForm form={form} disabled={!form.isDirty} onClose={onClose}>
      <TextField
        {...form.field("name")}
        label={text("tags.name")}
        hint={tag && text("tags.name.hint")}
        required
        maxLength={60}
      />
      <GroupField label={text("tags.colour")} failure={color.failure}>
        <div className={styles["colours"]}>
          {Object.entries(colours).map(([colour, name]) => (
            <button
              key={colour}
              type="button"
              className={styles["colour"]}
              style={{ "--dot": colour } as CSSProperties}
              aria-label={name}
              title={name}
              aria-pressed={colour === color.value.toLowerCase()}
              onClick={() => color.onChange(colour)}
            />
          ))}
          <input
            type="color"
            aria-label={text("tags.colour.other")}
            title={text("tags.colour.other")}
            value={color.value}
            onChange={({ target }) => color.onChange(target.value)}
          />
        </div>
      </GroupField>
    </DialogForm>
  )
}

import type { Tag } from "@deskhand/sdk/client"
import type { CSSProperties } from "react"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import { GroupField, TextField } from "../../../ui/form/fields.tsx"
import { useSaving } from "../../../ui/form/saving.ts"
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
  const draft = useDraft({ name: tag?.name ?? "", color: tag?.color ?? usualColour })
  const { values, set } = draft
  const saving = useSaving(["name", "color"])
  const save = async () => {
    const done = await saving.run(
      () => (tag ? desk.tags.replace(tag.id, values) : desk.tags.create(values)),
      text("settings.saved"),
    )
    if (!done) return
    onClose()
    await onDone()
  }
  return (
    <DialogForm saving={saving} disabled={!draft.dirty} onClose={onClose} onSave={() => void save()}>
      <TextField
        label={text("tags.name")}
        hint={tag && text("tags.name.hint")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={60}
        onChange={(name) => set({ name })}
      />
      <GroupField label={text("tags.colour")} failure={saving.at("color")}>
        <div className={styles["colours"]}>
          {Object.entries(colours).map(([colour, name]) => (
            <button
              key={colour}
              type="button"
              className={styles["colour"]}
              style={{ "--dot": colour } as CSSProperties}
              aria-label={name}
              title={name}
              aria-pressed={colour === values.color.toLowerCase()}
              onClick={() => set({ color: colour })}
            />
          ))}
          <input
            type="color"
            aria-label={text("tags.colour.other")}
            title={text("tags.colour.other")}
            value={values.color}
            onChange={({ target }) => set({ color: target.value })}
          />
        </div>
      </GroupField>
    </DialogForm>
  )
}

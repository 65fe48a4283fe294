import type { Tag } from "@deskhand/sdk/client"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { SelectField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"

interface MergeFormProps {
  /** The one that goes. */
  tag: Tag
  tags: readonly Tag[]
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Makes one tag another, everywhere; what will happen is told before. */
export function MergeForm({ tag, tags, onClose, onDone }: MergeFormProps) {
  const others = tags.filter(({ id, merging }) => id !== tag.id && !merging)
  const form = useSettingsForm({
    saved: { into: "" },
    pathsOf: () => ["tagIds"],
    save: ({ into }) => desk.tags.merge(Number(into), [tag.id]),
    done: text("tags.merge.done", tag),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  const into = others.find(({ id }) => String(id) === form.values.into)
  return (
    <DialogForm form={form} submit={text("tags.merge.submit")} disabled={!into} onClose={onClose}>
      <SelectField
        {...form.field("into")}
        label={text("tags.merge.into")}
        options={[
          { value: "", label: text("tags.merge.choose") },
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {into && (
        <p role="status">
          {tag.ticketCount === 0
            ? text("tags.merge.unused", { name: tag.name })
            : text("tags.merge.what", { count: tag.ticketCount, name: tag.name, into: into.name })}
        </p>
      )}
    </DialogForm>
  )
}

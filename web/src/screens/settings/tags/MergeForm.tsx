import type { Tag } from "@deskhand/sdk/client"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import { SelectField } from "../../../ui/form/fields.tsx"
import { useSaving } from "../../../ui/form/saving.ts"

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
  const { values, set } = useDraft({ into: "" })
  const saving = useSaving(["tagIds"])
  const into = others.find(({ id }) => String(id) === values.into)
  const save = async () => {
    if (!into) return
    const done = await saving.run(() => desk.tags.merge(into.id, [tag.id]), text("tags.merge.done", tag))
    if (!done) return
    onClose()
    await onDone()
  }
  return (
    <DialogForm
      saving={saving}
      submit={text("tags.merge.submit")}
      disabled={!into}
      onClose={onClose}
      onSave={() => void save()}
    >
      <SelectField
        label={text("tags.merge.into")}
        value={values.into}
        failure={saving.at("tagIds")}
        options={[
          { value: "", label: text("tags.merge.choose") },
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(chosen) => set({ into: chosen })}
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

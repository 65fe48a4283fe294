import { text } from "../../messages/people.ts"
import { type EditedField, EditForm } from "../../ui/facts/InlineEdit.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import styles from "./Profile.module.css"

interface NewDialogProps {
  title: string
  fields: readonly EditedField[]
  /** What the desk refuses is told beside the field. */
  onCreate: (values: string[]) => Promise<void>
  onClose: () => void
}

/** Asks for what a new customer or organization begins with. */
export function NewDialog({ title, fields, onCreate, onClose }: NewDialogProps) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className={styles["dialog"]}>
        <EditForm label={title} fields={fields} submit={text("people.create")} onSave={onCreate} onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** Without what was left empty. */
export function filled<Name extends string>(values: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<Record<Name, string>>
}

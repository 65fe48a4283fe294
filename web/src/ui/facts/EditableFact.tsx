import type { ReactNode } from "react"
import { text } from "../../messages/text.ts"
import styles from "./Facts.module.css"
import { Fact } from "./Facts.tsx"
import { type EditedField, InlineEdit } from "./InlineEdit.tsx"

interface EditableFactProps extends Omit<EditedField, "label"> {
  name: string
  disabled: boolean
  onSave: (value: string) => Promise<void>
  /** What is seen instead of the value itself. */
  children?: ReactNode
}

/** One value with its name, changed where it stands. Who may not change it does not see what is empty. */
export function EditableFact({ name, disabled, onSave, children, ...field }: EditableFactProps) {
  if (disabled && field.value === "") return null
  return (
    <Fact name={name}>
      <InlineEdit
        label={name}
        disabled={disabled}
        fields={[{ label: name, ...field }]}
        onSave={([value = ""]) => onSave(value)}
      >
        {field.value === "" ? (
          <span className={styles["faint"]}>{text("details.nothing")}</span>
        ) : (
          (children ?? <span>{field.value}</span>)
        )}
      </InlineEdit>
    </Fact>
  )
}

import { PenLine, Plus } from "lucide-react"
import { useState } from "react"
import { text } from "../../messages/text.ts"
import { Copyable } from "../../ui/facts/Facts.tsx"
import inline from "../../ui/facts/InlineEdit.module.css"
import { type EditedField, EditForm, InlineEdit } from "../../ui/facts/InlineEdit.tsx"
import { newConversation } from "../new-conversation/request.ts"
import styles from "./Cards.module.css"
import { useCustomerChange } from "./change.ts"
import { type EntryKind, type EntryType, entryKinds } from "./kinds.ts"

interface EntriesProps {
  kind: EntryKind
  entries: readonly { id: number; value: string; type?: EntryType }[]
  customerId: number
  disabled: boolean
  /** Where something else than a button below them adds one: whether one is being added. */
  adding?: { open: boolean; onClose: () => void }
}

/** Addresses, numbers and the like; each is changed where it stands, and one more is added below. */
export function Entries({ kind, entries, customerId, disabled, adding }: EntriesProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isOpen = adding?.open ?? isAdding
  const close = adding?.onClose ?? (() => setIsAdding(false))
  const change = useCustomerChange(customerId)
  const { label: named, add, control, types } = entryKinds[kind]
  const label = text(named)
  const fieldsOf = (value: string, type: EntryType | undefined): EditedField[] => [
    { label, value, kind: control },
    ...(types.length > 0 ? [typeField(types, type ?? types[0] ?? "other")] : []),
  ]
  return (
    <>
      <ul>
        {entries.map(({ id, value, type }) => (
          <li key={id}>
            <InlineEdit
              label={`${label} ${value}`}
              disabled={disabled}
              fields={fieldsOf(value, type)}
              onSave={([next = "", nextType]) =>
                change([
                  { op: "replace", path: `/${kind}/${id}/value`, value: next },
                  ...(nextType === undefined
                    ? []
                    : [{ op: "replace" as const, path: `/${kind}/${id}/type`, value: nextType }]),
                ])
              }
              onRemove={() => change([{ op: "remove", path: `/${kind}/${id}` }])}
            >
              <Copyable value={value} />
              {kind === "emails" && !disabled && (
                <button
                  type="button"
                  className={inline["open"]}
                  aria-label={text("details.write", { address: value })}
                  title={text("details.write", { address: value })}
                  onClick={() => newConversation.set({ to: value })}
                >
                  <PenLine size={13} aria-hidden />
                </button>
              )}
              {type !== undefined && type !== "other" && (
                <span className={styles["type"]}>{text(`entry.${type}`)}</span>
              )}
            </InlineEdit>
          </li>
        ))}
      </ul>
      {isOpen && (
        <EditForm
          label={label}
          fields={fieldsOf("", undefined)}
          onSave={([value = "", type]) =>
            change([{ op: "add", path: `/${kind}/-`, value: { value, ...(type !== undefined && { type }) } }])
          }
          onClose={close}
        />
      )}
      {!adding && !isOpen && !disabled && (
        <button type="button" className={inline["add"]} onClick={() => setIsAdding(true)}>
          <Plus size={13} aria-hidden /> {text(add)}
        </button>
      )}
    </>
  )
}

function typeField(types: readonly EntryType[], value: EntryType): EditedField {
  return {
    label: text("details.type"),
    value,
    required: true,
    options: types.map((type) => ({ value: type, label: text(`entry.${type}`) })),
  }
}

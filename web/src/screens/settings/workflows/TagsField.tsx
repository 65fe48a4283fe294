import { useQuery } from "@tanstack/react-query"
import { Plus, X } from "lucide-react"
import { useState } from "react"
import { tagsQuery } from "../../../data/tags.ts"
import { text } from "../../../messages/settings.ts"
import { GroupField } from "../../../ui/form/fields.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { Picker } from "../../../ui/parts/Picker.tsx"
import styles from "./Workflows.module.css"

interface TagsFieldProps {
  label: string
  ids: readonly number[]
  failure: string | undefined
  onChange: (ids: number[]) => void
}

/** Tags of the desk, each with a way to take it out again. */
export function TagsField({ label, ids, failure, onChange }: TagsFieldProps) {
  const { data: tags = [] } = useQuery(tagsQuery)
  const [open, setOpen] = useState(false)
  const nameOf = (id: number) => tags.find((tag) => tag.id === id)?.name ?? text("workflow.gone", { id: String(id) })
  const toggle = (id: number) => onChange(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  return (
    <GroupField label={label} failure={failure}>
      <div className={styles["tags"]}>
        {ids.map((id) => (
          <span key={id} className={styles["chip"]}>
            {nameOf(id)}
            <button
              type="button"
              aria-label={text("workflow.tag.without", { name: nameOf(id) })}
              onClick={() => toggle(id)}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
        <Picker
          several
          label={label}
          open={open}
          onOpenChange={setOpen}
          options={(typed) =>
            tags
              .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
              .map(({ id, name }) => ({ key: String(id), label: name, chosen: ids.includes(id) }))
          }
          onPick={({ key }) => toggle(Number(key))}
          trigger={
            <Button data-pick aria-label={`${label}: ${text("workflow.tag.choose")}`}>
              <Plus size={14} aria-hidden /> {text("workflow.tag.choose")}
            </Button>
          }
        />
      </div>
    </GroupField>
  )
}

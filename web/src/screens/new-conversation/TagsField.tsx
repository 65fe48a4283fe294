import { useQuery } from "@tanstack/react-query"
import { Tag as TagIcon } from "lucide-react"
import { useState } from "react"
import { tagNamed, tagsQuery } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Picker } from "../../ui/parts/Picker.tsx"
import { TagChip } from "../../ui/parts/TagChip.tsx"
import { tagOptions } from "../commands/tag-options.tsx"
import styles from "./NewConversation.module.css"

interface TagsFieldProps {
  tags: readonly string[]
  onChange: (tags: string[]) => void
}

export function TagsField({ tags, onChange }: TagsFieldProps) {
  const [open, setOpen] = useState(false)
  const { data: known = [] } = useQuery(tagsQuery)
  const worn = tags.map((name) => tagNamed(name, known))
  const toggle = (name: string) => onChange(tags.includes(name) ? tags.filter((one) => one !== name) : [...tags, name])
  return (
    <span className={styles["tags"]}>
      {worn.map((tag) => (
        <TagChip key={tag.tag} tag={tag} />
      ))}
      <Picker
        several
        open={open}
        onOpenChange={setOpen}
        label={text("conversation.tags")}
        options={(typed) => tagOptions(typed, { worn, known })}
        onPick={({ key }) => toggle(key)}
        trigger={
          <Button>
            <TagIcon size={14} /> {text("conversation.tags")}
          </Button>
        }
      />
    </span>
  )
}

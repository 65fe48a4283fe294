import type { Conversation } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Tag as TagIcon } from "lucide-react"
import { useState } from "react"
import type { Actions } from "../../data/commands/actions.ts"
import { tagNamed, tagsQuery } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Picker } from "../../ui/parts/Picker.tsx"
import { TagChip } from "../../ui/parts/TagChip.tsx"
import styles from "../conversations/ConversationHeader.module.css"
import { tagOptions } from "./tag-options.tsx"

interface TagPickerProps {
  conversation: Conversation
  actions: Actions
  disabled: boolean
  /** Whether keys mean this conversation. */
  keys: boolean
}

export function TagPicker({ conversation: { tags: worn }, actions, disabled, keys }: TagPickerProps) {
  const [open, setOpen] = useState(false)
  const { data: known = [] } = useQuery(tagsQuery)

  const toggle = (name: string) => {
    const others = worn.filter(({ tag }) => tag.toLowerCase() !== name.toLowerCase())
    const wasWorn = others.length < worn.length
    actions.setTags(wasWorn ? others : [...worn, tagNamed(name, known)])
  }

  const options = (typed: string) => tagOptions(typed, { worn, known })
  useShortcut("tag", () => setOpen(true), keys, { options, onPick: ({ key }) => toggle(key), several: true })

  return (
    <>
      <span className={styles["tags"]}>
        {worn.map((tag) => (
          <TagChip key={tag.tag} tag={tag} />
        ))}
      </span>
      <Picker
        several
        open={open}
        onOpenChange={setOpen}
        label={text("conversation.tags")}
        options={options}
        onPick={({ key }) => toggle(key)}
        trigger={
          <Button look="quiet" shortcut="tag" disabled={disabled} aria-label={text("conversation.addTag")}>
            <TagIcon size={14} />
            {worn.length === 0 && <span className={styles["wide"]}>{text("conversation.addTag")}</span>}
          </Button>
        }
      />
    </>
  )
}

import type { Conversation, Tag } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Plus, Tag as TagIcon } from "lucide-react"
import { useState } from "react"
import { tagsQuery } from "../desk/tags.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import type { Option } from "../parts/Choices.tsx"
import { Picker } from "../parts/Picker.tsx"
import { TagChip } from "../parts/TagChip.tsx"
import type { Actions } from "./actions.ts"
import styles from "./ConversationHeader.module.css"

type Worn = Conversation["tags"][number]

interface TagPickerProps {
  conversation: Conversation
  actions: Actions
  disabled: boolean
}

export function TagPicker({ conversation: { tags: worn }, actions, disabled }: TagPickerProps) {
  const [open, setOpen] = useState(false)
  const { data: known = [] } = useQuery(tagsQuery)

  const options = (typed: string): Option[] => {
    const wanted = typed.trim().toLowerCase()
    const isWorn = (name: string) => worn.some(({ tag }) => tag.toLowerCase() === name.toLowerCase())
    const names = [...new Set([...worn.map(({ tag }) => tag), ...known.map(({ name }) => name)])]
    const found = names
      .filter((name) => name.toLowerCase().includes(wanted))
      .map((name) => ({ key: name, label: name, icon: <TagIcon size={14} />, chosen: isWorn(name) }))
    if (wanted === "" || names.some((name) => name.toLowerCase() === wanted)) return found
    const label = text("conversation.newTag", { name: typed.trim() })
    return [...found, { key: typed.trim(), label, icon: <Plus size={14} /> }]
  }

  const toggle = (name: string) => {
    const others = worn.filter(({ tag }) => tag.toLowerCase() !== name.toLowerCase())
    const wasWorn = others.length < worn.length
    void actions.setTags(wasWorn ? others : [...worn, wornAs(name, known)])
  }

  useShortcut("tag", () => setOpen(true), !disabled, { options, onPick: ({ key }) => toggle(key), several: true })

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

/** Until the desk says how it looks, it is grey. */
function wornAs(name: string, known: readonly Tag[]): Worn {
  const tag = known.find((one) => one.name.toLowerCase() === name.toLowerCase())
  const fill = (colour: string) => ({ fill: colour })
  return {
    id: tag?.id ?? 0,
    color: tag?.color ?? "#7f8c8d",
    tag: tag?.name ?? name,
    styles: {
      default: { background: fill("#e8eaea"), text: fill("#2c3131") },
      dark: { background: fill("#2c3131"), text: fill("#e5e8e8") },
    },
  }
}

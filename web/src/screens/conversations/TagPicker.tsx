import { useQuery } from "@tanstack/react-query"
import { Tag as TagIcon } from "lucide-react"
import { useState } from "react"
import { giveCommand } from "../../data/commands/give.ts"
import { tagsQuery } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Picker } from "../../ui/parts/Picker.tsx"
import { TagChip } from "../../ui/parts/TagChip.tsx"
import { tagOptions, toggleTag } from "../commands/tag-options.tsx"
import styles from "./ConversationHeader.module.css"
import type { HeaderMenuProps } from "./header-menu.ts"

export function TagPicker({ scope, conversation: { tags: worn }, disabled, keys }: HeaderMenuProps) {
  const [open, setOpen] = useState(false)
  const { data: known = [] } = useQuery(tagsQuery)

  const toggle = (name: string) => giveCommand(scope, toggleTag(name, { worn, known }))
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

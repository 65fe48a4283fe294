import type { Conversation, Tag } from "@deskhand/sdk/client"
import { Plus, Tag as TagIcon } from "lucide-react"
import type { Change } from "../../data/commands/command.ts"
import { tagNamed } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import type { Option } from "../../ui/parts/Choices.tsx"

interface Tags {
  worn: Conversation["tags"]
  known: readonly Tag[]
}

/** Those that fit what was typed, the worn ones first, and a new one of that name. */
export function tagOptions(typed: string, { worn, known }: Tags): Option[] {
  const wanted = typed.trim().toLowerCase()
  const names = [...new Set([...worn.map(({ tag }) => tag), ...known.map(({ name }) => name)])]
  const found = names
    .filter((name) => name.toLowerCase().includes(wanted))
    .map((name) => ({ key: name, label: name, icon: <TagIcon size={14} />, chosen: has(worn, name) }))
  if (wanted === "" || names.some((name) => name.toLowerCase() === wanted)) return found
  const label = text("conversation.newTag", { name: typed.trim() })
  return [...found, { key: typed.trim(), label, icon: <Plus size={14} /> }]
}

export function toggleTag(name: string, { worn, known }: Tags): Change {
  return has(worn, name) ? { removeTag: name } : { addTag: tagNamed(name, known) }
}

function has(tags: Conversation["tags"], name: string): boolean {
  return tags.some(({ tag }) => tag.toLowerCase() === name.toLowerCase())
}

import type { QueryClient } from "@tanstack/react-query"
import { List, Tag as TagIcon, UserRoundCheck } from "lucide-react"
import { type ListKey, searchKey } from "../../data/lists/list-key.ts"
import { assigneesQuery, nameOf } from "../../data/people.ts"
import { written } from "../../data/search/token.ts"
import { tagsQuery } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import type { ShortcutName } from "../../ui/keyboard/keymap.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import type { Entry } from "./entry.ts"
import { ranked } from "./match.ts"
import { choicesOf } from "./shortcuts.tsx"

/** Each leads to what can be done with them: assign what is open, or look at what they have. */
export function personEntries(queryClient: QueryClient, go: (list: ListKey) => void): Entry[] {
  const people = queryClient.getQueryData(assigneesQuery.queryKey) ?? []
  return people.map((person): Entry => {
    const name = nameOf(person)
    const entries = [
      ...chosenBy("assign", String(person.id), {
        label: text("palette.person.assign", { name }),
        icon: <UserRoundCheck size={15} />,
      }),
      {
        id: `person-list-${person.id}`,
        label: text("palette.person.list", { name }),
        icon: <List size={15} />,
        does: { run: () => go(searchKey(`assigned:${written(name)} NOT status:closed`)) },
      },
    ]
    return {
      id: `person-${person.id}`,
      label: name,
      icon: <Avatar name={name} size="small" team={person.type === "team"} />,
      ...(person.email !== undefined && { hint: person.email, words: person.email }),
      does: { page: { title: name, entries: (typed) => ranked(entries, typed, []) } },
    }
  })
}

export function tagEntries(queryClient: QueryClient, go: (list: ListKey) => void): Entry[] {
  const tags = queryClient.getQueryData(tagsQuery.queryKey) ?? []
  return tags.map(({ id, name }): Entry => {
    const worn =
      choicesOf("tag")
        ?.options("")
        .find(({ key }) => key === name)?.chosen === true
    const label = text(worn ? "palette.tag.remove" : "palette.tag.add", { name })
    const entries = [
      ...chosenBy("tag", name, { label, icon: <TagIcon size={15} /> }),
      {
        id: `tag-list-${id}`,
        label: text("palette.tag.list", { name }),
        icon: <List size={15} />,
        does: { run: () => go(searchKey(`tag:${written(name)}`)) },
      },
    ]
    return {
      id: `tag-${id}`,
      label: name,
      icon: <TagIcon size={15} />,
      does: { page: { title: name, entries: (typed) => ranked(entries, typed, []) } },
    }
  })
}

/** The same as choosing it from what the action asks for, where there is something to act on. */
function chosenBy(name: ShortcutName, key: string, { label, icon }: Pick<Entry, "label" | "icon">): Entry[] {
  const choices = choicesOf(name)
  const choice = choices?.options("").find((one) => one.key === key)
  if (!choices || !choice) return []
  return [{ id: `${name}-${key}`, label, icon, does: { run: () => choices.onPick(choice) } }]
}

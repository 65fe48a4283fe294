import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import type { ListKey } from "../../data/lists/list-key.ts"
import { selection } from "../../data/lists/selection.ts"
import { assigneesQuery } from "../../data/people.ts"
import { useFound } from "../../data/search/found.ts"
import { writtenWords } from "../../data/search/token.ts"
import { useStore } from "../../data/store.ts"
import { tagsQuery } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import { conversationEntries, searchEntries } from "./conversations.tsx"
import { customerEntries, organizationEntries } from "./customers.tsx"
import type { Entry, Group, GroupName } from "./entry.ts"
import { type Kind, ranked, readTyped } from "./match.ts"
import { personEntries, tagEntries } from "./people.tsx"
import { listEntries, pageEntries, placeEntries } from "./places.tsx"
import { shortcutEntries } from "./shortcuts.tsx"
import { useWorkflowEntries } from "./workflows.tsx"

/** More would be no list any more; together they stay below two hundred rows. */
const mostInGroup = 24
/** Of what is many and comes after the rest. */
const mostInLongGroup = 6

/** Everything that fits what was typed, by groups: what acts on what is open first. */
export function useGroups(typed: string, used: readonly string[]): Group[] {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { list = "all" } = useSearch({ strict: false })
  useQuery(assigneesQuery)
  useQuery(tagsQuery)
  const { kind, rest } = readTyped(typed)
  const acting = useActing()
  const go = (list: ListKey) => void navigate({ to: "/list/$list", params: { list } })
  const finds = kind === undefined || kind === "conversation" || kind === "person"
  // Signs and words as they are: the palette has no query language.
  const answer = useFound(finds ? writtenWords(rest) : "")
  // Enter takes the first entry, so an answer to what was typed before is not offered.
  const found = answer.isSearching ? undefined : answer.found
  const conversations = conversationEntries(found, ({ id, number }) => {
    const params = { conversationId: String(id), number: String(number) }
    void navigate({ to: "/conversation/$conversationId/$number", params, search: { list } })
  })
  const customers = customerEntries(found, (id) => {
    void navigate({ to: "/customers/$customerId", params: { customerId: String(id) } })
  })
  const organizations = organizationEntries(found, (id) => {
    void navigate({ to: "/organizations/$organizationId", params: { organizationId: String(id) } })
  })
  const { act, more } = shortcutEntries()
  const workflows = useWorkflowEntries()
  const pages = pageEntries((to) => void navigate({ to }))
  const places = [...listEntries(queryClient, go), ...placeEntries((to) => void navigate({ to }))]
  const fitting = (entries: Entry[], most: number) => ranked(entries, rest, used).slice(0, most)
  const groups: Record<GroupName, Entry[]> = {
    act: fitting([...act, ...workflows], mostInGroup),
    go: fitting(places, rest === "" ? 12 : mostInGroup),
    people: rest === "" && kind === undefined ? [] : fitting(personEntries(queryClient, go), longest(kind, "person")),
    tags: rest === "" && kind === undefined ? [] : fitting(tagEntries(queryClient, go), longest(kind, "tag")),
    customers,
    organizations,
    conversations,
    more: fitting([...more, ...pages], mostInGroup),
    search: searchEntries(kind === undefined || kind === "conversation" ? rest : "", go),
  }
  return (Object.keys(groups) as GroupName[])
    .filter((name) => kind === undefined || groupsOf[kind].includes(name))
    .map((name) => ({ title: name === "act" ? acting : text(`palette.group.${name}`), entries: groups[name] }))
    .filter(({ entries }) => entries.length > 0)
}

/** What the actions act on. */
function useActing(): string {
  const selects = useStore(selection) !== undefined
  const { conversationId } = useParams({ strict: false })
  return text(`palette.group.act${selects ? ".selected" : conversationId === undefined ? ".nothing" : ""}`)
}

function longest(kind: Kind | undefined, own: Kind): number {
  return kind === own ? 100 : mostInLongGroup
}

const groupsOf: Record<Kind, GroupName[]> = {
  action: ["act", "more"],
  conversation: ["conversations", "search"],
  person: ["people", "customers"],
  tag: ["tags"],
}

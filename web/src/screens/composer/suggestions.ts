import type { ListedSavedReply } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type RefObject, useState } from "react"
import { bodyOf, type Filling, fillIn, fuzzy, savedRepliesQuery, savedReplyQuery } from "../../data/saved-replies.ts"
import { useMe } from "../../data/session.ts"
import { tellFailure } from "../../data/toasts.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import type { Trigger } from "../../ui/editor/triggers.ts"
import { mentionableQuery } from "./people.ts"

export interface Suggestion {
  id: number
  label: string
  hint: string
}

export interface Suggestions {
  trigger: Trigger | undefined
  options: Suggestion[]
  current: number
  onTrigger: (trigger: Trigger | undefined) => void
  /** Says whether the key was for the list. */
  hear: (event: KeyboardEvent) => boolean
  point: (index: number) => void
  pick: (option: Suggestion | undefined) => void
}

/** As many as can be looked over. */
const mostShown = 50

/** What can be put in at the cursor: saved replies after `/`, people after `@`. */
export function useSuggestions(conversation: Filling, box: RefObject<EditorHandle | null>): Suggestions {
  const { mailboxId } = conversation
  const me = useMe()
  const queryClient = useQueryClient()
  const [found, setFound] = useState<Trigger>()
  const [dismissed, setDismissed] = useState<number>()
  const [at, setAt] = useState(0)
  const replies = useQuery({ ...savedRepliesQuery(mailboxId), enabled: found?.sign === "/" }).data
  const people = useQuery({ ...mentionableQuery, enabled: found?.sign === "@" }).data
  const trigger = found?.from === dismissed ? undefined : found
  const options = trigger
    ? fitting(listed(trigger, { replies: replies && usableIn(conversation, replies), people }), trigger.typed)
    : []
  const current = Math.max(0, Math.min(at, options.length - 1))

  async function pick(option: Suggestion | undefined): Promise<void> {
    if (!option || !trigger) return
    setFound(undefined)
    if (trigger.sign === "@") return box.current?.insert({ text: `@${option.hint} ` }, trigger)
    try {
      const reply = await queryClient.ensureQueryData(savedReplyQuery(mailboxId, option.id))
      box.current?.insert({ html: fillIn(bodyOf(reply, conversation), { conversation, me }).html }, trigger)
    } catch (error) {
      tellFailure(error)
    }
  }

  return {
    trigger,
    options,
    current,
    point: setAt,
    pick: (option) => void pick(option),
    onTrigger(next) {
      if (next?.typed !== found?.typed) setAt(0)
      if (next?.from !== dismissed) setDismissed(undefined)
      setFound(next)
    },
    hear({ key, ctrlKey, metaKey }) {
      if (!trigger || options.length === 0) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (step !== undefined) setAt((current + step + options.length) % options.length)
      else if ((key === "Enter" || key === "Tab") && !ctrlKey && !metaKey) void pick(options[current])
      else if (key === "Escape") setDismissed(trigger.from)
      else return false
      return true
    },
  }
}

interface SuggestionSources {
  replies: readonly ListedSavedReply[] | undefined
  people: readonly { id: number; name: string; handle: string }[] | undefined
}

function listed({ sign }: Trigger, { replies = [], people = [] }: SuggestionSources): Suggestion[] {
  if (sign === "@") return people.map(({ id, name, handle }) => ({ id, label: name, hint: handle }))
  return replies.map(({ id, name, preview, chatPreview = "" }) => ({ id, label: name, hint: preview ?? chatPreview }))
}

/** Replies for chats only are offered in chats only. */
function usableIn({ type }: Filling, replies: readonly ListedSavedReply[]): readonly ListedSavedReply[] {
  return type === "chat" ? replies : replies.filter(({ preview }) => preview !== undefined)
}

function fitting(all: readonly Suggestion[], typed: string): Suggestion[] {
  return all
    .map((option) => ({ option, gaps: fuzzy(option.label, typed) ?? fuzzy(option.hint.slice(0, 40), typed) }))
    .filter(({ gaps }) => gaps !== undefined)
    .sort((one, other) => (one.gaps ?? 0) - (other.gaps ?? 0))
    .slice(0, mostShown)
    .map(({ option }) => option)
}

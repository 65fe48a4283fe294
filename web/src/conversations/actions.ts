import type { Conversation, Patch } from "@deskhand/sdk/client"
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { desk, reasonOf } from "../desk/client.ts"
import { nameOf, type Person } from "../desk/people.ts"
import { connection } from "../live/connection.ts"
import { text } from "../messages/text.ts"
import { tell } from "../parts/toasts.ts"
import { changeShown } from "./cache.ts"

type Status = Conversation["status"]

export interface Actions {
  setStatus(status: Status): Promise<void>
  assign(to: Person | undefined): Promise<void>
  setTags(tags: Conversation["tags"]): Promise<void>
}

/** What can be done with a conversation. All of it is shown at once, and taken back where the desk refuses. */
export function useActions(conversation: Conversation): Actions {
  const queryClient = useQueryClient()
  const { id } = conversation
  const patch = (operation: Patch) => desk.conversations.patch(id, operation)

  const setStatus = (status: Status, before: Status | undefined) =>
    perform(queryClient, id, {
      shown: (shown) => ({ ...shown, status }),
      send: () => patch({ op: "replace", path: "/status", value: status }),
      done: text("action.status", { status: text(`status.${status}`) }),
      ...(before && { undo: () => void setStatus(before, undefined) }),
    })

  const assign = (to: Person | undefined, before: Person | undefined, undoable = true): Promise<void> =>
    perform(queryClient, id, {
      shown: ({ assignee: _, ...rest }) => ({ ...rest, ...(to && { assignee: to }) }),
      send: () => patch(to ? { op: "replace", path: "/assignTo", value: to.id } : { op: "remove", path: "/assignTo" }),
      done: to ? text("action.assigned", { name: nameOf(to) }) : text("action.unassigned"),
      ...(undoable && { undo: () => void assign(before, undefined, false) }),
    })

  const setTags = (tags: Conversation["tags"], before: Conversation["tags"] | undefined): Promise<void> =>
    perform(queryClient, id, {
      shown: (shown) => ({ ...shown, tags }),
      send: () =>
        desk.conversations.setTags(
          id,
          tags.map(({ tag }) => tag),
        ),
      done: text("action.tags"),
      ...(before && { undo: () => void setTags(before, undefined) }),
    })

  return {
    setStatus: async (status) => {
      if (status !== conversation.status) await setStatus(status, conversation.status)
    },
    assign: async (to) => {
      if (to?.id !== conversation.assignee?.id) await assign(to, conversation.assignee)
    },
    setTags: (tags) => setTags(tags, conversation.tags),
  }
}

interface Deed {
  shown: (conversation: Conversation) => Conversation
  send: () => Promise<void>
  done: string
  undo?: () => void
}

async function perform(queryClient: QueryClient, id: number, { shown, send, done, undo }: Deed): Promise<void> {
  // An answer that is under way was given before this, and would show the old state once more.
  await Promise.all([
    queryClient.cancelQueries({ queryKey: ["list"] }),
    queryClient.cancelQueries({ queryKey: ["conversation", id] }),
  ])
  const takeBack = changeShown(queryClient, id, shown)
  try {
    await send()
    tell(done, undo && { undo })
  } catch (error) {
    takeBack()
    tell(text("action.failed", { reason: reasonOf(error, text("failure.offline")) }), { tone: "failed" })
  }
  refreshUnlessLive(queryClient, id)
}

/** The stream tells of our own changes too; only without it do we have to ask. */
export function refreshUnlessLive(queryClient: QueryClient, id: number): void {
  if (connection.get() === "connected") return
  for (const queryKey of [["list"], ["folders"], ["conversation", id], ["threads", id]])
    void queryClient.invalidateQueries({ queryKey })
}

import type { Thread } from "@deskhand/sdk/client"

/** Messages one by one, and changes that stand next to each other together. */
export type ThreadGroup = { kind: "message"; thread: Thread } | { kind: "changes"; threads: Thread[] }

export function groupThreads(threads: readonly Thread[]): ThreadGroup[] {
  const groups: ThreadGroup[] = []
  for (const thread of threads) {
    const last = groups.at(-1)
    if (thread.type !== "lineitem") groups.push({ kind: "message", thread })
    else if (last?.kind === "changes") last.threads.push(thread)
    else groups.push({ kind: "changes", threads: [thread] })
  }
  return groups
}

export type Tone = "customer" | "agent" | "note" | "call" | "draft" | "scheduled" | "bounced" | "review"

/** How a message is coloured: what it waits for says more than who wrote it. */
export function toneOf({ state, type, scheduled, createdBy }: Thread): Tone {
  if (scheduled) return "scheduled"
  if (state === "draft" || state === "bounced" || state === "review") return state
  if (type === "note") return "note"
  if (type === "phone") return "call"
  return createdBy.type === "customer" ? "customer" : "agent"
}

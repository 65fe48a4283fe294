import type { Conversation } from "@deskhand/sdk/client"
import { onReconnect } from "../live/connection.ts"
import { createStore, useStore } from "../store.ts"
import { applyChange } from "./change.ts"
import type { Command, NewCommand } from "./command.ts"
import { CommandQueue } from "./queue.ts"
import { sendCommand } from "./send.ts"
import { CommandStorage } from "./storage.ts"

/** Commands of whoever is signed in that the desk has not made yet, from all tabs of this browser. */
export const commands = createStore<readonly Command[]>([])

let queue: CommandQueue | undefined
/** Given in this page, since it was loaded. */
const own = new Set<string>()

interface Listeners {
  /** `own`: it was given in this tab, which reports it. */
  onDone: (command: Command, origin: { own: boolean; sent: boolean }) => void
  onRefused: (command: Command) => void
}

/** Opens the queue of whoever is signed in, and sends what an earlier page has left. Gives back a way to close it. */
export function openCommands(userId: number, { onDone, onRefused }: Listeners): () => void {
  const storage = new CommandStorage(localStorage, userId)
  const name = `deskhand.commands.${userId}`
  const opened = new CommandQueue({
    storage,
    // Without locks, on pages that did not come by HTTPS, two tabs may send the same: its key and its values make that harmless.
    exclusively: async (work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
    send: (command, options) => sendCommand(command, { ...options, userId }),
    onChange: (list) => commands.set(list),
    onDone: (command) => onDone(command, { own: own.has(command.id), sent: true }),
    onRefused,
  })
  queue = opened
  const ending = new AbortController()
  const { signal } = ending
  window.addEventListener(
    "storage",
    ({ key, newValue }) => {
      // Null: all of it was cleared.
      if (key !== null && !storage.has(key)) return
      const done = storage.parse(newValue)
      if (done?.state === "done") onDone(done, { own: own.has(done.id), sent: false })
      opened.reread()
    },
    { signal },
  )
  const unfollow = onReconnect(() => void opened.drain({ now: true }))
  opened.reread()
  return () => {
    ending.abort()
    unfollow()
    opened.close()
    if (queue === opened) queue = undefined
    commands.set([])
  }
}

/** Shows the change at once and sends it. Throws where the browser cannot store it. */
export function addCommand(command: NewCommand): void {
  if (!queue) throw new Error("Nobody is signed in")
  own.add(queue.add(command).id)
}

export function cancelCommand(id: string): void {
  queue?.cancel(id)
}

export function retryCommand(id: string): void {
  queue?.retry(id)
}

export function discardAllCommands(): void {
  for (const { id } of commands.get()) queue?.cancel(id)
}

/** Shows conversations as they will be once the waiting commands are done; the same object where none is about it. */
export function usePending(): (conversation: Conversation) => Conversation {
  const all = useStore(commands)
  return (conversation) => withPending(conversation, all)
}

export function withPending(conversation: Conversation, all: readonly Command[] = commands.get()): Conversation {
  return all
    .filter(({ state, target }) => state === "waiting" && target.ids.includes(conversation.id))
    .reduce((shown, { change }) => applyChange(shown, change), conversation)
}

/** Whether it waits longer than a request takes: it was tried, or another before it was. */
export function isDelayed(all: readonly Command[]): boolean {
  return all.some(({ state, attempts }) => state === "waiting" && attempts > 0)
}

/** Whether a change of this conversation waits for the connection. */
export function useIsWaiting(conversationId: number): boolean {
  const all = useStore(commands)
  return isDelayed(all) && all.some(({ state, target }) => state === "waiting" && target.ids.includes(conversationId))
}

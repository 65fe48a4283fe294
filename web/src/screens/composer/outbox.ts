import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { knownTrouble } from "../../data/mail-status.ts"
import { usePreferences } from "../../data/preferences.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { focusGuard } from "../../ui/keyboard/moved-focus.ts"
import type { DraftState } from "./draft.ts"
import { FileRefused, type Files } from "./files.ts"
import { lastSeenIn, useLeaving, useTelling } from "./sending.ts"

interface OutboxOptions {
  conversation: Conversation
  view: ListView
  writing: DraftState
  files: Files
  /** What was written has gone. */
  onDone: () => void
}

interface Sending {
  status?: "closed" | "pending" | undefined
  where?: "next" | undefined
  /** What is done with the conversation besides. */
  also?: (() => Promise<void>) | undefined
}

/** Everything that can become of what was written. */
export function useOutbox({ conversation: { id }, conversation, view, writing, files, onDone }: OutboxOptions) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const leave = useLeaving(view, id)
  const tellOutcome = useTelling(view.list)
  const { undoSeconds, afterSending } = usePreferences()
  const { contents, saver, draft } = writing

  const work = async (task: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await task()
    } catch (error) {
      if (error instanceof FileRefused) tell(text("action.failed", { reason: error.message }), { tone: "failed" })
      else {
        tellFailure(error)
        writing.fail(error)
      }
    }
    setBusy(false)
    refreshUnlessLive(queryClient, id)
  }
  const finish = (threadId?: number) => {
    writing.release(threadId)
    files.clear()
    onDone()
    // The editor had the focus, and is gone.
    focusGuard.moved()
  }

  return {
    busy,
    addNote: () =>
      work(async () => {
        const attachments = await files.contents()
        await desk.conversations.addNote(id, { text: draft.html || "<p></p>", ...filled("attachments", attachments) })
        await saver.discard()
        tell(text("composer.noted"))
        finish()
      }),
    logCall: () =>
      work(async () => {
        const attachments = await files.contents()
        await desk.conversations.addPhoneCall(id, {
          text: draft.html || "<p></p>",
          customer: { id: conversation.primaryCustomer.id },
          ...filled("attachments", attachments),
        })
        await saver.discard()
        tell(text("composer.callLogged"))
        finish()
      }),
    forward: () =>
      work(async () => {
        const { to, cc, bcc, html } = contents
        const attachments = await files.contents()
        const copies = { ...filled("cc", cc), ...filled("bcc", bcc) }
        await desk.conversations.forward(id, {
          text: html || "<p></p>",
          to: [...to],
          ...copies,
          ...filled("attachments", attachments),
        })
        await saver.discard()
        const trouble = knownTrouble(queryClient, conversation.mailboxId)
        const name = to[0] ?? ""
        tell(
          trouble
            ? text("composer.forward.waits", { name, reason: trouble.words })
            : text("composer.forwarding", { name }),
        )
        finish()
      }),
    reply: ({ status, where, also }: Sending = {}) =>
      work(async () => {
        await files.settle()
        const lastSeenThreadId = lastSeenIn(queryClient, id)
        const outcome = await saver.send(contents, {
          undoSeconds,
          ...(status && { status }),
          ...(lastSeenThreadId !== undefined && { lastSeenThreadId }),
        })
        finish(outcome.threadId)
        const isAddressed = [contents.to, contents.cc, contents.bcc].some((addresses) => addresses.length > 0)
        tellOutcome(conversation, outcome, { undoSeconds, lastSeenThreadId, isAddressed })
        if (outcome.state === "review") return
        await also?.()
        await leave(where ?? afterSending)
      }),
    later: (at: Date, unscheduleOnCustomerReply: boolean) =>
      work(async () => {
        await files.settle()
        const threadId = await saver.save(contents, { must: true })
        if (threadId === undefined) return
        const scheduledFor = at.toISOString()
        await desk.conversations.threads(id).schedule(threadId, { scheduledFor, unscheduleOnCustomerReply })
        finish(threadId)
        tell(text("composer.scheduled", { time: wholeMomentText(scheduledFor) }))
        await queryClient.invalidateQueries({ queryKey: ["threads", id] })
      }),
  }
}

function filled<Name extends string, Value>(name: Name, values: readonly Value[]): { [key in Name]?: Value[] } {
  return (values.length === 0 ? {} : { [name]: [...values] }) as { [key in Name]?: Value[] }
}

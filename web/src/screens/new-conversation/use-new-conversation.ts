import type { Conversation } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type RefObject, useRef, useState } from "react"
import { desk, statusOf } from "../../data/client.ts"
import { inboxesQuery } from "../../data/inboxes.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { usePreferences } from "../../data/preferences.ts"
import { useMe } from "../../data/session.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { DraftSaver } from "../composer/draft-saver.ts"
import { useFiles } from "../composer/files.ts"
import { useTelling } from "../composer/sending.ts"
import { creationOf, emptyDraft, hasCustomer, isBlank, keepNewDraft, type NewDraft, readNewDraft } from "./draft.ts"
import { newConversation } from "./request.ts"

interface Sending {
  status?: "closed" | "pending" | undefined
  later?: { at: Date; unscheduleOnCustomerReply: boolean }
  snooze?: { until: Date; wakes: boolean }
}

export type NewConversationState = ReturnType<typeof useNewConversation>

/** What somebody writes before there is a conversation: kept in this browser, and as a draft of the desk once it is closed. */
export function useNewConversation(box: RefObject<EditorHandle | null>) {
  const { id: myId } = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tellOutcome = useTelling("all")
  const { undoSeconds } = usePreferences()
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const [draft, setDraft] = useState(() => readNewDraft(myId))
  const [busy, setBusy] = useState(false)
  const latest = useRef(draft)
  const files = useFiles({
    conversationId: 0,
    html: draft.html,
    thread: undefined,
    keep: undefined,
    removePicture: (contentId) => box.current?.removePicture(contentId),
  })
  const inboxId = draft.inboxId ?? inboxes[0]?.id ?? 0
  const isEmpty = isBlank(draft, files.shown.length)

  const put = (next: NewDraft) => {
    latest.current = next
    setDraft(next)
    keepNewDraft(myId, next)
  }
  const reset = () => {
    files.clear()
    put(emptyDraft())
  }

  async function create(given: NewDraft): Promise<number> {
    const attachments = await files.contents()
    const { id } = await desk.conversations.create(creationOf(given, inboxId, attachments), {
      idempotencyKey: given.key,
    })
    return id
  }

  /** From here on the desk has it, whatever happens. */
  async function sendDraft(conversation: Conversation, given: NewDraft, sending: Sending): Promise<void> {
    const { id } = conversation
    const threadId = conversation._embedded?.threads.find(({ type }) => type === "message")?.id
    if (threadId === undefined) return
    const { later, snooze, status } = sending
    const { html, to, cc, bcc } = given
    const contents = { html, to, cc, bcc }
    if (later) {
      const scheduledFor = later.at.toISOString()
      const { unscheduleOnCustomerReply } = later
      await desk.conversations.threads(id).schedule(threadId, { scheduledFor, unscheduleOnCustomerReply })
      tell(text("composer.scheduled", { time: wholeMomentText(scheduledFor) }))
      return
    }
    const saver = new DraftSaver(id, threadId, contents)
    const outcome = await saver.send(contents, { undoSeconds, ...(status && { status }) })
    tellOutcome(conversation, outcome, { undoSeconds, lastSeenThreadId: undefined, isAddressed: true })
    if (snooze)
      await desk.conversations.snooze(id, {
        snoozedUntil: snooze.until.toISOString(),
        unsnoozeOnCustomerReply: snooze.wakes,
      })
  }

  async function submit(sending: Sending): Promise<void> {
    if (busy) return
    setBusy(true)
    const given = latest.current
    try {
      const id = await create(given)
      reset()
      newConversation.set(undefined)
      const conversation = await desk.conversations.get(id, { embed: "threads" })
      // Where sending it fails, the draft is there to go on with.
      if (given.kind === "email") await sendDraft(conversation, given, sending).catch(tellFailure)
      else tell(text(given.kind === "call" ? "composer.callLogged" : "composer.noted"))
      refreshUnlessLive(queryClient, id)
      await navigate({
        to: "/conversation/$conversationId/$number",
        params: { conversationId: String(id), number: String(conversation.number) },
        search: { list: "all" },
      })
    } catch (error) {
      if (statusOf(error) === 413) tell(text("new.tooLarge"), { tone: "failed" })
      else tellFailure(error)
    }
    setBusy(false)
  }

  /** Nothing that was written is lost: an email with a recipient goes to the drafts of the desk, the rest stays here. */
  async function close(): Promise<void> {
    newConversation.set(undefined)
    const given = latest.current
    if (busy) return
    if (isBlank(given, files.shown.length)) return reset()
    if (given.kind !== "email" || !hasCustomer(given) || inboxId === 0) return tell(text("new.keptHere"))
    setBusy(true)
    try {
      const id = await create(given)
      // What was written since then is another draft.
      if (latest.current === given) {
        reset()
        box.current?.setHtml("")
      }
      tell(text("new.savedAsDraft"))
      refreshUnlessLive(queryClient, id)
    } catch {
      tell(text("new.keptHere"))
    }
    setBusy(false)
  }

  return {
    draft,
    files,
    inboxes,
    inboxId,
    busy,
    isEmpty,
    isReady: !busy && !isEmpty && draft.subject.trim() !== "" && hasCustomer(draft) && inboxId !== 0,
    change: (part: Partial<NewDraft>) => put({ ...latest.current, ...part, key: emptyDraft().key }),
    /** Takes over whom the dialog was opened for. */
    replace: put,
    submit,
    close,
    discard() {
      reset()
      newConversation.set(undefined)
    },
  }
}

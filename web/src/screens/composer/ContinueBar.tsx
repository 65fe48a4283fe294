import type { Conversation } from "@deskhand/sdk/client"
import { DeskhandError } from "@deskhand/sdk/client"
import { useNavigate } from "@tanstack/react-router"
import { MessageSquarePlus } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { cursor } from "../../data/lists/cursor.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { useMe } from "../../data/session.ts"
import { tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import styles from "./ContinueBar.module.css"
import type { DraftState } from "./draft.ts"
import { keepDraft } from "./drafts.ts"
import { requestFocus } from "./focus-request.ts"

/** Whether the conversation takes no more messages, which a new one does. */
export function isFinished(failure: unknown): failure is DeskhandError {
  return failure instanceof DeskhandError && (failure.code === "thread_limit" || failure.code === "old_conversation")
}

interface ContinueBarProps {
  conversation: Conversation
  view: ListView
  writing: DraftState
  reason: string
}

/** Says why the desk takes no more messages here, and offers to go on in a new conversation with what was written. */
export function ContinueBar({ conversation: { id }, view, writing, reason }: ContinueBarProps) {
  const { id: myId } = useMe()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function goOn(): Promise<void> {
    setBusy(true)
    try {
      // The same key each time: who has continued it today gets there again.
      const { id: newId } = await desk.conversations.continue(id, { idempotencyKey: `continue-${id}` })
      const { number } = await desk.conversations.get(newId)
      const { threadId: _, ...draft } = writing.draft
      keepDraft(myId, newId, { ...draft, unsaved: true })
      writing.release()
      // Else the row of the old one, which keys would still mean, takes the focus.
      cursor.set({ list: view.list, index: 0, id: newId })
      requestFocus(newId)
      await navigate({
        to: "/conversation/$conversationId/$number",
        params: { conversationId: String(newId), number: String(number) },
        search: { list: view.list },
      })
    } catch (error) {
      tellFailure(error)
      setBusy(false)
    }
  }

  return (
    <div className={styles["bar"]} role="alert">
      <p>{reason}</p>
      <Button disabled={busy} onClick={() => void goOn()}>
        <MessageSquarePlus size={15} aria-hidden /> {text("composer.continue")}
      </Button>
    </div>
  )
}

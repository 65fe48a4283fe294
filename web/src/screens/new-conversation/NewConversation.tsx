import { useEffect, useRef } from "react"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { withRequest } from "./draft.ts"
import { NewConversationForm } from "./NewConversationForm.tsx"
import { newConversation } from "./request.ts"
import { useNewConversation } from "./use-new-conversation.ts"

/** The dialog in which a conversation begins. It keeps what was written while it is closed. */
export function NewConversation() {
  const request = useStore(newConversation)
  const box = useRef<EditorHandle>(null)
  const writing = useNewConversation(box)
  const latest = useRef(writing)
  latest.current = writing
  useEffect(() => {
    if (request) latest.current.replace(withRequest(latest.current.draft, request))
  }, [request])
  useEffect(() => () => newConversation.set(undefined), [])
  return (
    <Dialog
      title={text("composer.new")}
      size="large"
      open={request !== undefined}
      // Sending closes it too.
      onClose={() => newConversation.get() && void latest.current.close()}
    >
      <NewConversationForm writing={writing} box={box} />
    </Dialog>
  )
}

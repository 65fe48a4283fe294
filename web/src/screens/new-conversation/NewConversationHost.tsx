import { useEffect, useState } from "react"
import { useStore } from "../../data/store.ts"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import { newConversation } from "./request.ts"

const NewConversation = lazyComponent(async () => (await import("./NewConversation.tsx")).NewConversation)

/** Part of each screen from which one can write to somebody. The dialog stays once it was opened: it keeps files. */
export function NewConversationHost() {
  const request = useStore(newConversation)
  const [opened, setOpened] = useState(false)
  if (request && !opened) setOpened(true)
  // Fetched in advance: what is typed after the key for it belongs into the dialog.
  useEffect(NewConversation.prepare, [])
  return opened ? <NewConversation.Component /> : null
}

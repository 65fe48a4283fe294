import { useQueryClient } from "@tanstack/react-query"
import { refreshUnlessLive } from "../conversations/actions.ts"
import { desk, reasonOf } from "../desk/client.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { tell } from "../parts/toasts.ts"
import styles from "./ReviewBar.module.css"

/** For a reply that crossed something new: nothing has gone out yet. */
export function ReviewBar({ conversationId, threadId }: { conversationId: number; threadId: number }) {
  const queryClient = useQueryClient()
  const threads = desk.conversations.threads(conversationId)
  const decide = async (deed: Promise<unknown>) => {
    try {
      await deed
    } catch (error) {
      tell(text("action.failed", { reason: reasonOf(error, text("failure.offline")) }), { tone: "failed" })
    }
    refreshUnlessLive(queryClient, conversationId)
  }
  return (
    <p className={styles["bar"]}>
      <Button
        look="primary"
        onClick={() => void decide(threads.patch(threadId, { op: "replace", path: "/state", value: "published" }))}
      >
        {text("threads.review.send")}
      </Button>
      <Button onClick={() => void decide(threads.delete(threadId))}>{text("threads.review.discard")}</Button>
    </p>
  )
}

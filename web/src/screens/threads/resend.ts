import { useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { mailQuery, type Outgoing } from "./mail.ts"

/** What sends a mail again that did not arrive everywhere; undefined where there is none, or one may not. */
export function useResend(conversationId: number, mail: Outgoing | undefined): (() => void) | undefined {
  const queryClient = useQueryClient()
  if (!mayAnswer(useMe()) || !mail) return undefined
  const resend = async () => {
    try {
      await desk.inboxes.outgoing(mail.mailboxId).send(mail.id)
      tell(text("mail.resent"))
    } catch (error) {
      tellFailure(error)
    }
    void queryClient.invalidateQueries({ queryKey: mailQuery(conversationId).queryKey })
  }
  return () => void resend()
}

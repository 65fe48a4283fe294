import { ownOrigin } from "../../../http/origin.ts"
import { noticeSubject } from "../../templates/notice.ts"
import type { NoticeContents } from "../notices.ts"
import { findConversationOfMail, findThreadOfMail, findUserOfMail, seesConversation } from "./load.ts"
import type { MailDraft } from "./render.ts"
import type { Unwritten, Writing } from "./writing.ts"

/** One of us is told of a conversation. */
export async function composeNotice({ desk, mail, inbox }: Writing): Promise<MailDraft | Unwritten> {
  const { db, config } = desk
  const { reason } = mail.contents as unknown as NoticeContents
  const conversation =
    mail.conversation_id === null ? undefined : await findConversationOfMail(db, mail.conversation_id)
  const user = mail.user_id === null ? undefined : await findUserOfMail(db, mail.user_id)
  if (!conversation || !inbox || !user) return { gone: "What it tells of is not there any more" }
  if (!(await seesConversation(db, { userId: user.id, conversationId: conversation.id })))
    return { gone: "The user may not see the conversation any more" }
  const thread = mail.thread_id === null ? undefined : await findThreadOfMail(db, mail.thread_id)
  return {
    subject: noticeSubject(conversation),
    contents: {
      kind: "notice",
      reason,
      who: (reason === "followed" ? undefined : thread?.author) ?? conversation.customer,
      inboxName: inbox.name,
      subject: conversation.subject,
      number: conversation.number,
      message: thread?.body,
      link: `${ownOrigin(config)}/conversation/${conversation.id}/${conversation.number}`,
      // Who answers a note would write to the customer by mistake.
      canReply: reason === "assigned" || reason === "replied" || reason === "arrived",
    },
    automatic: "auto-generated",
  }
}

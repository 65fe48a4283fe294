import type { Conversation } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { inboxesQuery } from "../../data/inboxes.ts"
import type { RowMark as Mark } from "../../data/lists/marks.ts"
import { nameOf } from "../../data/people.ts"
import { text } from "../../messages/text.ts"
import styles from "./ConversationRow.module.css"

/** Why the row would not stand here any more if the list were read now. */
export function RowMark({ mark, conversation }: { mark: Mark; conversation: Conversation }) {
  const { data: inboxes } = useQuery(inboxesQuery)
  const inbox = inboxes?.find(({ id }) => id === conversation.mailboxId)
  return (
    <span className={styles["mark"]} title={text("list.mark.hint")}>
      {wordsOf(mark, conversation, inbox?.name)}
    </span>
  )
}

function wordsOf(mark: Mark, { assignee }: Conversation, inbox: string | undefined): string {
  if (mark === "inbox")
    return inbox === undefined ? text("list.mark.inbox.other") : text("list.mark.inbox", { name: inbox })
  if (mark === "assigned") return text("list.mark.assigned", { name: assignee ? nameOf(assignee) : "" })
  return text(`list.mark.${mark}`)
}

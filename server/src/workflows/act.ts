import type { WorkflowAction } from "@deskhand/contract/inboxes/workflow"
import { type Edit, editConversation } from "../conversations/editing/edit.ts"
import { listFieldValues, setFields } from "../conversations/editing/field-values.ts"
import { snoozeConversation } from "../conversations/editing/snooze.ts"
import { changeTags } from "../conversations/editing/tagging.ts"
import { holdConversation } from "../conversations/held.ts"
import { addNote } from "../conversations/threads/writing/add-note.ts"
import type { Db } from "../db/db.ts"
import { forwardConversation } from "../merging/forward.ts"
import type { Acting } from "./acting.ts"
import { replyWith } from "./reply.ts"
import { callWebhook } from "./webhook.ts"

/** Each as an agent does it alone. */
export async function act(db: Db, action: WorkflowAction, acting: Acting): Promise<void> {
  const { conversationId, viewer, now } = acting
  const edit: Edit = { conversationId, viewer, now, check: async () => {} }
  switch (action.type) {
    case "assign":
      return editConversation(
        db,
        typeof action.assignTo === "number"
          ? { op: "replace", path: "/assignTo", value: action.assignTo }
          : { op: "remove", path: "/assignTo" },
        edit,
      )
    case "status":
      return editConversation(db, { op: "replace", path: "/status", value: action.status }, edit)
    case "tag": {
      const { addTagIds: added = [], removeTagIds: removed = [] } = action
      return changeTags(db, { added, removed: removed.filter((id) => !added.includes(id)) }, edit)
    }
    case "field":
      return setOneField(db, action, edit)
    case "note":
      await addNote(db, { text: action.text ?? "" }, { ...edit, attachments: [] })
      return
    case "reply":
      return replyWith(db, action.savedReplyId ?? 0, acting)
    case "snooze": {
      const { minutes = 1, unsnoozeOnCustomerReply = true } = action
      const snoozedUntil = new Date(now.getTime() + minutes * 60_000).toISOString()
      return snoozeConversation(db, { snoozedUntil, unsnoozeOnCustomerReply }, edit)
    }
    case "webhook":
      return callWebhook(db, action.webhookId ?? 0, acting)
    case "forward": {
      const { status } = await holdConversation(db, viewer, conversationId)
      const given = { text: action.text ?? "", to: action.to ?? [], status }
      await forwardConversation(db, given, { ...edit, attachments: [] })
      return
    }
  }
}

/** The others stay as they are. */
async function setOneField(db: Db, { fieldId = 0, value = "" }: WorkflowAction, edit: Edit): Promise<void> {
  await holdConversation(db, edit.viewer, edit.conversationId)
  const held = await listFieldValues(db, edit.conversationId)
  const others = held.filter((field) => field.fieldId !== fieldId)
  const fields = [...others.map((field) => ({ id: field.fieldId, value: field.value })), { id: fieldId, value }]
  await setFields(db, { fields }, edit)
}

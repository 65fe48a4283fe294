import { ConversationPath } from "@deskhand/contract/conversations/conversation"
import { ConversationFields, ConversationTags, NewSnooze } from "@deskhand/contract/conversations/conversation-change"
import { Patch } from "@deskhand/contract/patch"
import { noContent } from "../../http/hal.ts"
import { type Call, route } from "../../http/route.ts"
import { checkUnchanged } from "../answer.ts"
import { deleteConversation as deleteIt, type Edit, editConversation } from "./edit.ts"
import { setFields } from "./field-values.ts"
import { snoozeConversation, wakeConversation } from "./snooze.ts"
import { setTags } from "./tagging.ts"

const common = { permission: "conversations:write", path: ConversationPath, answers: { 204: "Changed" } } as const

export const patchConversation = route({
  ...common,
  method: "PATCH",
  url: "/v2/conversations/:conversationId",
  summary: "Change a conversation: subject, customer, inbox, status, assignee; publish or restore it",
  body: Patch,
  async handle(call) {
    await editConversation(call.db, call.body, editOf(call))
    return noContent
  },
})

export const deleteConversation = route({
  ...common,
  method: "DELETE",
  url: "/v2/conversations/:conversationId",
  summary: "Put a conversation into the Deleted folder",
  answers: { 204: "Deleted" },
  async handle(call) {
    await deleteIt(call.db, editOf(call))
    return noContent
  },
})

export const putConversationTags = route({
  ...common,
  method: "PUT",
  url: "/v2/conversations/:conversationId/tags",
  summary: "Set the tags of a conversation",
  body: ConversationTags,
  async handle(call) {
    await setTags(call.db, call.body, editOf(call))
    return noContent
  },
})

export const putConversationFields = route({
  ...common,
  method: "PUT",
  url: "/v2/conversations/:conversationId/fields",
  summary: "Set the custom fields of a conversation",
  body: ConversationFields,
  async handle(call) {
    await setFields(call.db, call.body, editOf(call))
    return noContent
  },
})

export const putSnooze = route({
  ...common,
  method: "PUT",
  url: "/v2/conversations/:conversationId/snooze",
  summary: "Snooze a conversation",
  body: NewSnooze,
  async handle(call) {
    await snoozeConversation(call.db, call.body, editOf(call))
    return noContent
  },
})

export const deleteSnooze = route({
  ...common,
  method: "DELETE",
  url: "/v2/conversations/:conversationId/snooze",
  summary: "Wake a conversation",
  async handle(call) {
    await wakeConversation(call.db, editOf(call))
    return noContent
  },
})

export function editOf(call: Call<unknown, { conversationId: number }>): Edit {
  const { viewer, now, path } = call
  const { conversationId } = path
  return { conversationId, viewer, now, check: (db) => checkUnchanged({ ...call, db }, conversationId) }
}

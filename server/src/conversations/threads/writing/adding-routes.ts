import { ConversationPath } from "@deskhand/contract/conversations/conversation"
import { NewCustomerThread } from "@deskhand/contract/conversations/new-conversation"
import { NewChatThread, NewNote, NewPhoneCall, NewReply } from "@deskhand/contract/conversations/new-thread"
import type { NewAttachment } from "@deskhand/contract/conversations/thread"
import { created } from "../../../http/hal.ts"
import { type Answer, type Call, route } from "../../../http/route.ts"
import { checkUnchanged } from "../../answer.ts"
import { spendUploads } from "../../attachments/quota.ts"
import { prepareAttachments } from "../../attachments/store.ts"
import { addCustomerThread } from "./add-customer-thread.ts"
import { addNote, addPhoneCall } from "./add-note.ts"
import { addReply } from "./add-reply.ts"
import type { Addition } from "./addition.ts"
import { refuseLongText } from "./given.ts"

const answers = { 201: "`Resource-ID` and `Location` name the new thread" }
const common = { method: "POST", permission: "conversations:write", message: true, path: ConversationPath } as const

export const postCustomerThread = route({
  ...common,
  url: "/v2/conversations/:conversationId/customer",
  summary: "Add what a customer wrote",
  body: NewCustomerThread,
  answers,
  async handle(call) {
    const addition = await additionOf(call)
    return named(call, await addCustomerThread(call.db, call.body, { ...addition, type: "customer" }))
  },
})

export const postChat = route({
  ...common,
  url: "/v2/conversations/:conversationId/chats",
  summary: "Add what a customer wrote in a chat",
  body: NewChatThread,
  answers,
  async handle(call) {
    const addition = await additionOf(call)
    return named(call, await addCustomerThread(call.db, call.body, { ...addition, type: "chat" }))
  },
})

export const postReply = route({
  ...common,
  url: "/v2/conversations/:conversationId/reply",
  summary: "Reply to the customer",
  body: NewReply,
  answers: {
    201: "`Resource-ID` and `Location` name the new thread; `Thread-State` says whether it is `published`, a `draft` or waits for `review`",
  },
  async handle(call) {
    const { id, state } = await addReply(call.db, call.body, await additionOf(call))
    return named(call, id, { "Thread-State": state })
  },
})

export const postNote = route({
  ...common,
  permission: "notes:write",
  url: "/v2/conversations/:conversationId/notes",
  summary: "Add a note",
  body: NewNote,
  answers,
  handle: async (call) => named(call, await addNote(call.db, call.body, await additionOf(call))),
})

export const postPhoneCall = route({
  ...common,
  url: "/v2/conversations/:conversationId/phones",
  summary: "Note down a call",
  body: NewPhoneCall,
  answers,
  handle: async (call) => named(call, await addPhoneCall(call.db, call.body, await additionOf(call))),
})

type Adding = Call<unknown, { conversationId: number }, { text: string; attachments?: NewAttachment[] }>

/** Contents are written to the store here, before the transaction that names them. */
async function additionOf(call: Adding): Promise<Addition> {
  const { desk, viewer, path, body, now } = call
  const { conversationId } = path
  refuseLongText({ text: body.text, path: "text" }, desk.config)
  await spendUploads(call, body.attachments ?? [])
  return {
    conversationId,
    viewer,
    now,
    attachments: await prepareAttachments(desk.files, desk.config, body.attachments ?? [], "attachments"),
    assignsWriter: viewer.hasSession === true,
    check: (db) => checkUnchanged({ ...call, db }, conversationId),
  }
}

function named({ origin, path }: Adding, id: number, more: Record<string, string> = {}): Answer {
  return created(id, { Location: `${origin}/v2/conversations/${path.conversationId}/threads/${id}`, ...more })
}

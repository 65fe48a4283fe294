import { ThreadPath } from "@deskhand/contract/conversations/thread"
import { NewSchedule, OriginalSource } from "@deskhand/contract/conversations/thread-change"
import { Patch } from "@deskhand/contract/patch"
import { DeskError, notFound } from "../../../errors.ts"
import { noContent, resource } from "../../../http/hal.ts"
import { refuseStale } from "../../../http/input/if-match.ts"
import { operationsOf } from "../../../http/input/patch.ts"
import { type Call, route } from "../../../http/route.ts"
import { answerSource, findSourceOfThread } from "../../received/source.ts"
import { answerThread } from "../reading/answer.ts"
import { findOriginal } from "../reading/queries.ts"
import { scheduleThread, sendThreadNow, unscheduleThread } from "../scheduling/reschedule.ts"
import { removeThread } from "./delete-thread.ts"
import { editThread } from "./edit-thread.ts"
import { refuseLongText } from "./given.ts"
import type { ThreadEdit } from "./held-thread.ts"
import { readSchedulePatch } from "./patch.ts"

const anotherState = "It is in another state by now"

export const patchThread = route({
  method: "PATCH",
  url: "/v2/conversations/:conversationId/threads/:threadId",
  // Light users change their own notes.
  permission: "notes:write",
  summary: "Change a thread: its text, whether it is hidden; send, confirm or take back a reply; what a draft says",
  message: true,
  path: ThreadPath,
  body: Patch,
  answers: {
    204: "Changed; `Thread-State` tells what became of one that was to be sent or taken back",
    409: anotherState,
  },
  async handle(call) {
    refuseLongPatch(call)
    const state = await editThread(call.db, call.body, threadEditOf(call))
    return state === undefined ? noContent : { status: 204, headers: { "Thread-State": state } }
  },
})

export const deleteThread = route({
  method: "DELETE",
  url: "/v2/conversations/:conversationId/threads/:threadId",
  permission: "notes:write",
  summary: "Delete a note, a draft or a reply in review",
  path: ThreadPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    await removeThread(call.db, threadEditOf(call))
    return noContent
  },
})

export const getOriginalSource = route({
  method: "GET",
  url: "/v2/conversations/:conversationId/threads/:threadId/original-source",
  permission: "conversations:read",
  summary:
    "Get the first text of a thread that was received by mail or edited since; with `Accept: message/rfc822` the received message",
  path: ThreadPath,
  answers: { 200: OriginalSource },
  async handle({ desk, db, viewer, path, request }) {
    const found = await findOriginal(db, viewer, path)
    if (!found) throw notFound()
    const source = await findSourceOfThread(db, path.threadId)
    if (source && /\bmessage\/rfc822\b/i.test(request.headers.accept ?? "")) return answerSource(desk, request, source)
    if (!source && !found.edited)
      throw new DeskError(404, "no_message", "This thread was not received by mail, and its text was never edited")
    return resource({ original: found.original })
  },
})

const schedule = {
  url: "/v2/conversations/:conversationId/threads/:threadId/schedule",
  permission: "conversations:write",
  path: ThreadPath,
} as const

export const putThreadSchedule = route({
  ...schedule,
  method: "PUT",
  summary: "Have a draft sent at some moment",
  body: NewSchedule,
  answers: { 204: "Scheduled", 409: anotherState },
  async handle(call) {
    await scheduleThread(call.db, call.body, threadEditOf(call))
    return noContent
  },
})

export const patchThreadSchedule = route({
  ...schedule,
  method: "PATCH",
  summary: "Send a scheduled draft now",
  body: Patch,
  answers: { 204: "Sent", 409: anotherState },
  async handle(call) {
    readSchedulePatch(call.body)
    await sendThreadNow(call.db, threadEditOf(call))
    return noContent
  },
})

export const deleteThreadSchedule = route({
  ...schedule,
  method: "DELETE",
  summary: "Make a scheduled draft a plain one",
  answers: { 204: "Not scheduled any more", 409: anotherState },
  async handle(call) {
    await unscheduleThread(call.db, threadEditOf(call))
    return noContent
  },
})

function refuseLongPatch({ body, desk }: Pick<Call<unknown, unknown, Patch>, "body" | "desk">): void {
  for (const { path, value, at } of operationsOf(body))
    if (path === "/text" && typeof value === "string") refuseLongText({ text: value, path: `${at}value` }, desk.config)
}

export function threadEditOf(call: Call<unknown, { conversationId: number; threadId: number }>): ThreadEdit {
  const { viewer, now, path } = call
  return { ...path, viewer, now, check: (db) => refuseStale(call, () => answerThread({ ...call, db }, path)) }
}

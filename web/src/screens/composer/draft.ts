import type { Conversation, Thread } from "@deskhand/sdk/client"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { threadsOf, threadsQuery } from "../../data/conversations/threads.ts"
import { onReconnect } from "../../data/live/connection.ts"
import { useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { composerThread, requestedThread } from "../threads/composer-thread.ts"
import { mailQuery } from "../threads/mail.ts"
import { type Contents, DraftSaver, wordsIn } from "./draft-saver.ts"
import { type Draft, keepDraft, type Mode, readDraft } from "./drafts.ts"

/** After the last key. */
const savedAfterMs = 1_000

/** What was sent or thrown away from here; lists that were read before still show it. */
const released = new Set<number>()

/** Who comes back while something is still being saved goes on with the same thread. */
const savers = new Map<number, DraftSaver>()

export interface DraftState {
  draft: Draft
  contents: Contents
  saver: DraftSaver
  /** The thread it is kept in, as the desk knows it. */
  thread: Thread | undefined
  /** Counts up when something else than the editor has changed the text. */
  replaced: number
  /** Counts up when somebody who asked to go on with a reply has it here. */
  resumed: number
  saving: "no" | "waiting" | "failed"
  /** Why the desk did not take it, as long as that is so. */
  failure: unknown
  change(part: Partial<Omit<Draft, "threadId" | "unsaved">>): void
  /** Gives the thread it is kept in, also where there is nothing but files. */
  keep(purpose: "files" | "pictures"): Promise<number | undefined>
  /** What was to become of it failed; shown as the failure of saving it is. */
  fail(error: unknown): void
  /** It has gone out or away: the box is empty, for something new. */
  release(threadId?: number): void
}

/** What somebody writes in a conversation: in this browser at once, on the desk a moment later, and wherever else they are. */
export function useDraft(conversation: Conversation, firstMode: Mode): DraftState {
  const { id: conversationId } = conversation
  const { id: myId } = useMe()
  const [draft, setDraft] = useState<Draft>(() => readDraft(myId, conversationId) ?? { mode: firstMode, html: "" })
  const [saver, setKeeper] = useState(
    () => savers.get(conversationId) ?? new DraftSaver(conversationId, draft.threadId),
  )
  const [replaced, setReplaced] = useState(0)
  const [resumed, setResumed] = useState(0)
  const [saving, setSaving] = useState<DraftState["saving"]>("no")
  const [failure, setFailure] = useState<unknown>()
  const latest = useRef({ draft, saver })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const seen = useRef<number>(undefined)
  const hasFiles = useRef(false)
  const wanted = useStore(requestedThread)
  const { data } = useInfiniteQuery(threadsQuery(conversationId))
  const { data: mail } = useQuery({ ...mailQuery(conversationId), enabled: data !== undefined })
  const answerTo = mail?.answerTo ?? conversation.primaryCustomer.email
  const threads = data && threadsOf(data.pages)
  const thread = threads?.find(({ id }) => id === draft.threadId)
  if (thread) hasFiles.current ||= filesOf(thread).length > 0

  const put = (next: Draft) => {
    savers.set(conversationId, latest.current.saver)
    latest.current.draft = next
    setDraft(next)
    keepDraft(myId, conversationId, next)
  }

  /** Something else than what was written so far, which its own saver brings to its end. */
  const begin = (next: Draft, saved?: Contents) => {
    clearTimeout(timer.current)
    const { threadId } = next
    latest.current.saver = new DraftSaver(conversationId, threadId, saved)
    setKeeper(latest.current.saver)
    put(next)
    setReplaced((times) => times + 1)
    setSaving("no")
    setFailure(undefined)
    hasFiles.current = false
  }

  const takeUp = (found: Thread) => {
    const { id: threadId, to = [], cc = [], bcc = [], body = "" } = found
    const contents = { html: wordsIn(body), to, cc, bcc }
    released.delete(threadId)
    begin({ mode: "reply", ...contents, threadId }, contents)
  }

  const release = (threadId = latest.current.draft.threadId) => {
    if (threadId !== undefined) released.add(threadId)
    begin({ mode: latest.current.draft.mode, html: "" })
  }

  const saveNow = async (): Promise<number | undefined> => {
    clearTimeout(timer.current)
    const { draft: before, saver } = latest.current
    setSaving("waiting")
    try {
      const threadId = await saver.save(contentsOf(before, conversation, answerTo), { must: hasFiles.current })
      if (saver !== latest.current.saver) return threadId
      const { threadId: _, unsaved, ...rest } = latest.current.draft
      const isNewest = latest.current.draft === before
      put({ ...rest, ...(threadId !== undefined && { threadId }), ...(unsaved && !isNewest && { unsaved }) })
      setSaving("no")
      setFailure(undefined)
      return threadId
    } catch (error) {
      if (saver === latest.current.saver) {
        setSaving("failed")
        setFailure(error)
      }
      throw error
    }
  }

  const change: DraftState["change"] = (part) => {
    put({ ...latest.current.draft, ...part, unsaved: true })
    clearTimeout(timer.current)
    // The desk keeps no drafts of notes and of what is forwarded.
    if (latest.current.draft.mode === "reply") timer.current = setTimeout(() => doing.current.save(), savedAfterMs)
  }

  /** What another window has written or sent is taken over, unless something is being written here. */
  const follow = (threads: readonly Thread[], wantedId: number | undefined) => {
    const { html, threadId, unsaved } = latest.current.draft
    const held = threads.find(({ id }) => id === threadId)
    const body = wordsIn(held?.body ?? "")
    if (held) seen.current = held.id
    if (held && !isUnsent(held)) release()
    else if (held && !unsaved && body !== html && !latest.current.saver.hasWritten(body)) takeUp(held)
    else if (!held && threadId !== undefined && threadId === seen.current && !unsaved) release()
    const asked = threads.find((one) => one.id === wantedId && isUnsent(one))
    const own = threads.find((one) => isOwnDraft(one, myId) && !released.has(one.id))
    const isFree = latest.current.draft.threadId === undefined && latest.current.draft.html === ""
    if (asked && asked.id !== latest.current.draft.threadId) {
      doing.current.save()
      takeUp(asked)
    } else if (own && isFree) takeUp(own)
    if (!asked) return
    requestedThread.set(undefined)
    setResumed((times) => times + 1)
  }

  const save = () => {
    const { unsaved, mode } = latest.current.draft
    if (unsaved && mode === "reply") void saveNow().catch(() => {})
  }
  const doing = useRef({ follow, save })
  doing.current = { follow, save }
  useEffect(() => {
    if (data) doing.current.follow(threadsOf(data.pages), wanted)
  }, [data, wanted])

  useEffect(() => {
    composerThread.set(draft.threadId)
    return () => composerThread.set(undefined)
  }, [draft.threadId])

  // What the desk has never had, because it was away or another page left it, is saved when it can be reached.
  useEffect(() => {
    const saveNew = () => {
      if (latest.current.draft.threadId === undefined) doing.current.save()
    }
    saveNew()
    return onReconnect(saveNew)
  }, [])

  // Whoever goes elsewhere within the second leaves nothing behind.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      doing.current.save()
    },
    [],
  )

  return {
    draft,
    contents: contentsOf(draft, conversation, answerTo),
    saver,
    thread,
    replaced,
    resumed,
    saving,
    failure,
    fail: setFailure,
    change,
    keep(purpose) {
      // A text that shows a picture is not empty.
      hasFiles.current ||= purpose === "files"
      return saveNow()
    },
    release,
  }
}

/** Copies go to whom they went to last; what is forwarded goes to somebody new. */
function contentsOf(
  { mode, html, to, cc, bcc }: Draft,
  conversation: Conversation,
  answerTo: string | undefined,
): Contents {
  if (mode === "forward") return { html, to: to ?? [], cc: cc ?? [], bcc: bcc ?? [] }
  return { html, to: to ?? (answerTo ? [answerTo] : []), cc: cc ?? conversation.cc, bcc: bcc ?? conversation.bcc }
}

/** Beside the pictures in its text. */
export function filesOf(thread: Thread | undefined) {
  return (thread?._embedded?.attachments ?? []).filter(({ inline }) => !inline)
}

function isOwnDraft({ state, type, scheduled, createdBy }: Thread, myId: number): boolean {
  return state === "draft" && type === "message" && !scheduled && createdBy.type === "user" && createdBy.id === myId
}

function isUnsent({ state, scheduled }: Thread): boolean {
  return (state === "draft" && !scheduled) || state === "review"
}

import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { NotebookPen, Reply, Trash2 } from "lucide-react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { refreshUnlessLive } from "../conversations/actions.ts"
import { desk } from "../desk/client.ts"
import { nameOf } from "../desk/people.ts"
import { useStore } from "../desk/store.ts"
import type { EditorHandle } from "../editor/Editor.tsx"
import { prefetchEditor } from "../editor/lazy.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import type { ListView } from "../lists/pages.ts"
import { text } from "../messages/text.ts"
import { Button, IconButton } from "../parts/Button.tsx"
import { Keys } from "../parts/Keys.tsx"
import { tell } from "../parts/toasts.ts"
import { sayWriting } from "../presence/own.ts"
import { usePreferences } from "../session/preferences.ts"
import { mayAnswer, useMe } from "../session/session.ts"
import styles from "./Composer.module.css"
import { type Choice, choiceOf, lastChoice, statusAfter } from "./choices.ts"
import { useDraft } from "./draft.ts"
import type { Mode } from "./drafts.ts"
import { SendButton } from "./SendButton.tsx"
import { lastSeenIn, readPreferences, tellFailure, useLeaving, useTelling } from "./sending.ts"
import { WritingBox } from "./WritingBox.tsx"

/** Docked below the messages, in two colours: what the customer gets, and what only colleagues see. */
export function Composer({ conversation, view }: { conversation: Conversation; view: ListView }) {
  const { id, primaryCustomer } = conversation
  const answers = mayAnswer(useMe())
  const queryClient = useQueryClient()
  const box = useRef<EditorHandle>(null)
  const writing = useDraft(conversation, answers ? "reply" : "note")
  const { draft, contents, keeper, replaced } = writing
  const { mode } = draft
  const isEmpty = draft.html === ""
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = asked || !isEmpty
  const customer = nameOf(primaryCustomer)
  const choice = choiceOf(useStore(lastChoice), usePreferences())
  const leave = useLeaving(view, id)
  const tellOutcome = useTelling(conversation, view)
  useEffect(prefetchEditor, [])

  const begin = (next: Mode) => {
    // Drawn at once, so that the next key that is pressed already goes into it.
    flushSync(() => {
      if (next !== mode) writing.change({ mode: next })
      setAsked(true)
    })
    box.current?.focus()
  }
  const given = useRef(draft.html)
  given.current = draft.html
  useEffect(() => {
    if (replaced > 0) box.current?.setHtml(given.current)
  }, [replaced])
  useEffect(() => {
    sayWriting(isEmpty ? undefined : mode)
    return () => sayWriting(undefined)
  }, [isEmpty, mode])

  async function work(deed: () => Promise<void>): Promise<void> {
    if (isEmpty || busy) return
    setBusy(true)
    try {
      await deed()
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
    refreshUnlessLive(queryClient, id)
  }

  const addNote = () =>
    work(async () => {
      await desk.conversations.addNote(id, { text: draft.html })
      await keeper.discard()
      tell(text("composer.noted"))
      writing.release()
      setAsked(false)
    })

  const sendReply = (status?: "closed" | "pending", where?: "next") =>
    work(async () => {
      const { undoSeconds, afterSending } = await readPreferences(queryClient)
      const lastSeenThreadId = lastSeenIn(queryClient, id)
      const outcome = await keeper.send(contents, {
        undoSeconds,
        ...(status && { status }),
        ...(lastSeenThreadId !== undefined && { lastSeenThreadId }),
      })
      writing.release(outcome.threadId)
      setAsked(false)
      tellOutcome(outcome, undoSeconds, lastSeenThreadId)
      if (outcome.state !== "review") await leave(where ?? afterSending)
    })

  const send = (wanted: Choice) => {
    if (mode === "note") return void addNote()
    lastChoice.set(wanted)
    void sendReply(statusAfter[wanted])
  }

  useShortcut("reply", () => begin("reply"), answers)
  useShortcut("note", () => begin("note"))
  useShortcut("send", () => send(choice), open)
  useShortcut("sendClose", () => void sendReply("closed", "next"), open && mode === "reply")

  const hear = (event: KeyboardEvent): boolean => {
    if (event.key === "Escape") {
      event.stopPropagation()
      ;(document.activeElement as HTMLElement | null)?.blur()
      if (isEmpty) setAsked(false)
      return true
    }
    if (event.key !== "Tab" || !isEmpty || mode !== "reply" || event.shiftKey) return false
    writing.change({ mode: "note" })
    return true
  }

  return (
    <section className={styles["composer"]} data-mode={mode} data-open={open} aria-label={text("composer.label")}>
      <div className={styles["inner"]}>
        <div className={styles["modes"]}>
          {answers && (
            <ModeButton mode="reply" current={mode} open={open} onClick={() => begin("reply")}>
              <Reply size={15} /> {text("composer.reply")}
            </ModeButton>
          )}
          <ModeButton mode="note" current={mode} open={open} onClick={() => begin("note")}>
            <NotebookPen size={15} /> {text("composer.note")}
          </ModeButton>
          {!answers && <span className={styles["hint"]}>{text("composer.readOnly")}</span>}
          {open && mode === "reply" && (
            <span className={styles["saved"]} role="status">
              {savedText(writing)}
            </span>
          )}
          {!isEmpty && (
            <IconButton
              label={text("composer.discard")}
              icon={<Trash2 size={15} />}
              onClick={() => {
                void keeper.discard().catch(tellFailure)
                writing.release()
                setAsked(false)
              }}
            />
          )}
        </div>
        {open && (
          <>
            <WritingBox
              handle={box}
              html={draft.html}
              label={mode === "note" ? text("composer.note") : text("composer.replyTo", { name: customer })}
              placeholder={
                mode === "note"
                  ? text("composer.notePlaceholder")
                  : text("composer.replyPlaceholder", { name: customer })
              }
              onChange={(html) => writing.change({ html })}
              onKey={hear}
              onTrigger={() => {}}
            />
            <div className={styles["foot"]}>
              <span className={styles["hint"]}>
                <Keys keys="Ctrl+Enter" />
              </span>
              {mode === "note" ? (
                <Button look="primary" shortcut="send" disabled={busy || isEmpty} onClick={() => void addNote()}>
                  {text("composer.addNote")}
                </Button>
              ) : (
                <SendButton choice={choice} disabled={busy || isEmpty} onSend={send} />
              )}
            </div>
          </>
        )}
      </div>
    </section>
  )
}

function savedText({ draft, saving }: Pick<ReturnType<typeof useDraft>, "draft" | "saving">): string {
  if (saving === "failed") return text("composer.unsaved")
  return draft.threadId !== undefined && !draft.unsaved ? text("composer.saved") : ""
}

interface ModeButtonProps {
  mode: Mode
  current: Mode
  open: boolean
  onClick: () => void
  children: ReactNode
}

function ModeButton({ mode, current, open, onClick, children }: ModeButtonProps) {
  return (
    <Button look={open ? "quiet" : "plain"} shortcut={mode} aria-pressed={open && mode === current} onClick={onClick}>
      {children}
    </Button>
  )
}

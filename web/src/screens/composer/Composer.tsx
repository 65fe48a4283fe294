import type { Conversation } from "@deskhand/sdk/client"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { reasonOf } from "../../data/client.ts"
import { giveCommand, scopeOf } from "../../data/commands/give.ts"
import { htmlOf } from "../../data/html.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { nameOf } from "../../data/people.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { PlainBox } from "../../ui/editor/PlainBox.tsx"
import { useSwapWhenLoaded } from "../../ui/editor/swap-when-loaded.ts"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"
import { useMyself } from "../commands/assignee-options.tsx"
import { WritingBar } from "../presence/WritingBar.tsx"
import styles from "./Composer.module.css"
import { ContinueBar, isFinished } from "./ContinueBar.tsx"
import { type DraftState, filesOf, useDraft } from "./draft.ts"
import type { Mode } from "./drafts.ts"
import { takeFocusRequest } from "./focus-request.ts"
import { writing as fetchedWriting } from "./lazy.ts"
import { Modes } from "./Modes.tsx"

/** Docked below the messages, in two colours: what goes out, and what only colleagues see. */
export function Composer({ conversation, view }: { conversation: Conversation; view: ListView }) {
  const { id, primaryCustomer } = conversation
  const answers = mayAnswer(useMe())
  const myself = useMyself()
  const box = useRef<EditorHandle>(null)
  const writing = useDraft(conversation, answers ? "reply" : "note")
  const { mode, html } = writing.draft
  const [asked, setAsked] = useState(false)
  const [typed, setTyped] = useState({ before: "", words: "" })
  const isEmpty = html === "" && filesOf(writing.thread).length === 0
  const open = asked || !isEmpty
  const focus = () => moveFocus(box.current ?? plain.current)
  const { parts, plain } = useSwapWhenLoaded({ parts: fetchedWriting, focus: () => box.current?.focus() }, open)
  useEffect(fetchedWriting.prepare, [])
  useEffect(() => {
    if (takeFocusRequest(id)) (box.current ?? plain.current)?.focus()
  }, [id, plain])
  useEffect(() => {
    // The editor has it now.
    if (parts) setTyped({ before: "", words: "" })
  }, [parts])

  const resume = useRef(focus)
  resume.current = focus
  useEffect(() => {
    if (writing.resumed > 0) resume.current()
  }, [writing.resumed])

  const begin = (next: Mode) => {
    // Drawn at once, so that the next key that is pressed already goes into it.
    flushSync(() => {
      // What is forwarded goes to others than a reply.
      if (next !== mode) writing.change({ mode: next, to: undefined, cc: undefined, bcc: undefined })
      setAsked(true)
    })
    focus()
  }
  const discard = () => {
    writing.saver.discard().catch(tellFailure)
    writing.release()
    setAsked(false)
  }
  const words = { name: nameOf(primaryCustomer) }
  const labels = {
    label: text(`composer.${mode}.label`, words),
    placeholder: text(`composer.${mode}.placeholder`, words),
  }

  return (
    <section className={styles["composer"]} data-mode={mode} data-open={open} aria-label={text("composer.label")}>
      <WritingBar
        conversationId={id}
        onTakeOver={
          answers && conversation.assignee?.id !== myself.id
            ? () => giveCommand(scopeOf(conversation), { assignee: myself })
            : undefined
        }
      />
      <div className={styles["inner"]}>
        <Modes
          mode={mode}
          open={open}
          answers={answers}
          onMode={begin}
          saved={savedText(writing)}
          onDiscard={isEmpty ? undefined : discard}
        />
        {answers && isFinished(writing.failure) && (
          <ContinueBar conversation={conversation} view={view} writing={writing} reason={writing.failure.message} />
        )}
        {open && parts && (
          <parts.Writing
            {...labels}
            conversation={conversation}
            view={view}
            box={box}
            writing={writing}
            first={typed.words === "" ? { html, typed: "" } : { html: typed.before, typed: typed.words }}
            onDone={() => setAsked(false)}
          />
        )}
        {open && !parts && (
          <PlainBox
            {...labels}
            handle={plain}
            typed={typed.words}
            onType={(next) => {
              const before = typed.words === "" ? html : typed.before
              setTyped({ before, words: next })
              writing.change({ html: before + htmlOf(next) })
            }}
            onKey={() => false}
          />
        )}
      </div>
    </section>
  )
}

function savedText({ draft, saving, failure }: Pick<DraftState, "draft" | "saving" | "failure">): string {
  if (draft.mode !== "reply") return ""
  if (saving === "failed" && isFinished(failure)) return text("composer.savedHere")
  if (saving === "failed") return text("composer.unsaved", { reason: reasonOf(failure, text("composer.unreachable")) })
  return draft.threadId !== undefined && !draft.unsaved ? text("composer.saved") : ""
}

import type { Conversation } from "@deskhand/sdk/client"
import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { EditorHandle } from "../editor/Editor.tsx"
import type { ListView } from "../lists/pages.ts"
import { text } from "../messages/text.ts"
import { WritingBar } from "../presence/WritingBar.tsx"
import { mayAnswer, useMe } from "../session/session.ts"
import styles from "./Composer.module.css"
import { useDraft } from "./draft.ts"
import type { Mode } from "./drafts.ts"
import { useFiles } from "./files.ts"
import { Modes } from "./Modes.tsx"
import { useOutbox } from "./outbox.ts"
import { Writing } from "./Writing.tsx"

/** Docked below the messages, in two colours: what goes out, and what only colleagues see. */
export function Composer({ conversation, view }: { conversation: Conversation; view: ListView }) {
  const { id } = conversation
  const answers = mayAnswer(useMe())
  const box = useRef<EditorHandle>(null)
  const writing = useDraft(conversation, answers ? "reply" : "note")
  const { mode, html } = writing.draft
  const files = useFiles({
    conversationId: id,
    thread: writing.thread,
    keep: mode === "reply" ? writing.keep : undefined,
  })
  const [asked, setAsked] = useState(false)
  const isEmpty = html === "" && files.shown.length === 0
  const open = asked || !isEmpty
  const outbox = useOutbox({ conversation, view, writing, files, onDone: () => setAsked(false) })

  const begin = (next: Mode) => {
    // Drawn at once, so that the next key that is pressed already goes into it.
    flushSync(() => {
      // What is forwarded goes to others than a reply.
      if (next !== mode) writing.change({ mode: next, to: undefined, cc: undefined, bcc: undefined })
      setAsked(true)
    })
    box.current?.focus()
  }

  return (
    <section className={styles["composer"]} data-mode={mode} data-open={open} aria-label={text("composer.label")}>
      <WritingBar conversationId={id} />
      <div className={styles["inner"]}>
        <Modes
          mode={mode}
          open={open}
          answers={answers}
          onMode={begin}
          saved={savedText(writing)}
          onDiscard={isEmpty ? undefined : outbox.discard}
        />
        {open && (
          <Writing
            conversation={conversation}
            box={box}
            writing={writing}
            files={files}
            outbox={outbox}
            onLeave={() => {
              if (isEmpty) setAsked(false)
            }}
          />
        )}
      </div>
    </section>
  )
}

function savedText({ draft, saving }: Pick<ReturnType<typeof useDraft>, "draft" | "saving">): string {
  if (draft.mode !== "reply") return ""
  if (saving === "failed") return text("composer.unsaved")
  return draft.threadId !== undefined && !draft.unsaved ? text("composer.saved") : ""
}

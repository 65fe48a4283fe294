import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { NotebookPen, Reply } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { refreshUnlessLive } from "../conversations/actions.ts"
import { desk, reasonOf } from "../desk/client.ts"
import { nameOf } from "../desk/people.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { Keys } from "../parts/Keys.tsx"
import { tell } from "../parts/toasts.ts"
import { sayWriting } from "../presence/own.ts"
import { mayAnswer, useMe } from "../session/session.ts"
import { threadsOf, threadsQuery } from "../threads/queries.ts"
import styles from "./Composer.module.css"
import { keepDraft, type LocalDraft, readDraft } from "./drafts.ts"
import { htmlOf } from "./html.ts"

/** Docked below the messages, in two colours: what the customer gets, and what only colleagues see. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { id, primaryCustomer } = conversation
  const me = useMe()
  const answers = mayAnswer(me)
  const queryClient = useQueryClient()
  const box = useRef<HTMLTextAreaElement>(null)
  const [{ mode, typed }, setDraft] = useState<LocalDraft>(
    () => readDraft(me.id, id) ?? { mode: answers ? "reply" : "note", typed: "" },
  )
  const [open, setOpen] = useState(typed !== "")
  const [busy, setBusy] = useState(false)
  const customer = nameOf(primaryCustomer)

  const change = (draft: LocalDraft) => {
    setDraft(draft)
    keepDraft(me.id, id, draft)
  }
  const begin = (next: LocalDraft["mode"]) => {
    // Drawn at once, so that the next key that is pressed already goes into it.
    flushSync(() => {
      change({ mode: next, typed })
      setOpen(true)
    })
    box.current?.focus()
  }
  const isWriting = open && typed.trim() !== ""
  useEffect(() => {
    sayWriting(isWriting ? mode : undefined)
    return () => sayWriting(undefined)
  }, [isWriting, mode])
  useShortcut("reply", () => begin("reply"), answers)
  useShortcut("note", () => begin("note"))

  async function send(status?: "closed") {
    if (typed.trim() === "" || busy) return
    setBusy(true)
    try {
      if (mode === "note") {
        await desk.conversations.addNote(id, { text: htmlOf(typed), ...(status && { status }) })
        tell(text("composer.noted"))
      } else {
        const { state } = await desk.conversations.reply(id, {
          text: htmlOf(typed),
          ...(status && { status }),
          ...lastSeen(queryClient.getQueryData(threadsQuery(id).queryKey)),
        })
        tell(text(state === "review" ? "composer.review" : "composer.sent", { name: customer }))
      }
      change({ mode, typed: "" })
      setOpen(false)
    } catch (error) {
      tell(text("action.failed", { reason: reasonOf(error, text("failure.offline")) }), { tone: "failed" })
    }
    setBusy(false)
    refreshUnlessLive(queryClient, id)
  }
  useShortcut("send", () => void send(), open)

  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    box.current?.blur()
    if (typed === "") setOpen(false)
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
        </div>
        {open && (
          <>
            <textarea
              ref={box}
              className={styles["box"]}
              value={typed}
              rows={4}
              aria-label={mode === "note" ? text("composer.note") : text("composer.replyTo", { name: customer })}
              placeholder={
                mode === "note"
                  ? text("composer.notePlaceholder")
                  : text("composer.replyPlaceholder", { name: customer })
              }
              onChange={(event) => change({ mode, typed: event.target.value })}
              onKeyDown={leave}
            />
            <div className={styles["foot"]}>
              <span className={styles["hint"]}>
                <Keys keys="Ctrl+Enter" />
              </span>
              {mode === "reply" && (
                <Button disabled={busy || typed.trim() === ""} onClick={() => void send("closed")}>
                  {text("composer.sendAndClose")}
                </Button>
              )}
              <Button look="primary" shortcut="send" disabled={busy || typed.trim() === ""} onClick={() => void send()}>
                {text(mode === "note" ? "composer.addNote" : "composer.send")}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

interface ModeButtonProps {
  mode: LocalDraft["mode"]
  current: LocalDraft["mode"]
  open: boolean
  onClick: () => void
  children: React.ReactNode
}

function ModeButton({ mode, current, open, onClick, children }: ModeButtonProps) {
  return (
    <Button look={open ? "quiet" : "plain"} shortcut={mode} aria-pressed={open && mode === current} onClick={onClick}>
      {children}
    </Button>
  )
}

/** The newest thread that the writer could see, so that a reply which crosses a newer one waits. */
function lastSeen(data: Parameters<typeof newest>[0]): { lastSeenThreadId?: number } {
  const id = newest(data)
  return id === undefined ? {} : { lastSeenThreadId: id }
}

function newest(data: { pages: Parameters<typeof threadsOf>[0] } | undefined): number | undefined {
  const ids = threadsOf(data?.pages ?? []).map(({ id }) => id)
  return ids.length === 0 ? undefined : Math.max(...ids)
}

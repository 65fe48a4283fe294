import type { Conversation } from "@deskhand/sdk/client"
import { type RefObject, useEffect, useRef, useState } from "react"
import { desk } from "../../data/client.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { usePreferences } from "../../data/preferences.ts"
import { sayWriting } from "../../data/presence/own.ts"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Keys } from "../../ui/parts/Keys.tsx"
import { WhenDialog } from "../../ui/when/WhenDialog.tsx"
import styles from "./Composer.module.css"
import { type Choice, choiceOf, lastChoice, statusAfter } from "./choices.ts"
import type { DraftState } from "./draft.ts"
import { useFiles } from "./files.ts"
import { MessageBox } from "./MessageBox.tsx"
import { ObjectionDialog } from "./ObjectionDialog.tsx"
import { objectionsTo } from "./objections.ts"
import { useOutbox } from "./outbox.ts"
import { Recipients } from "./Recipients.tsx"
import { SendButton } from "./SendButton.tsx"
import { useStrangers } from "./strangers.ts"

interface WritingProps {
  conversation: Conversation
  view: ListView
  box: RefObject<EditorHandle | null>
  writing: DraftState
  label: string
  placeholder: string
  /** What it begins with, and what was typed while it came. */
  first: { html: string; typed: string }
  /** There is nothing left to write. */
  onDone: () => void
}

/** The open composer: whom it goes to, what it says, what goes along, and how it is sent. */
export function Writing({ conversation, view, box, writing, first, onDone, ...labels }: WritingProps) {
  const { draft, contents, replaced } = writing
  const { mode, html } = draft
  const keep = mode === "reply" ? writing.keep : undefined
  const files = useFiles({
    conversationId: conversation.id,
    html,
    thread: writing.thread,
    keep,
    removePicture: (contentId) => box.current?.removePicture(contentId),
  })
  const outbox = useOutbox({ conversation, view, writing, files, onDone })
  const choice = choiceOf(useStore(lastChoice), usePreferences())
  const [asking, setAsking] = useState<"later" | "snooze">()
  const [doubted, setDoubted] = useState<() => void>()
  const isEmpty = html === "" && files.shown.length === 0
  const isReady = !outbox.busy && !isEmpty && (mode !== "forward" || contents.to.length > 0)
  const strangers = useStrangers(conversation, mode === "reply" ? contents : undefined)
  const isInternal = mode === "note" || mode === "call"
  const objections = objectionsTo({
    html,
    files: isInternal ? Infinity : files.shown.length,
    strangers,
    missingPictures: files.missingPictures,
  })

  const given = useRef(html)
  given.current = html
  useEffect(() => {
    if (replaced > 0) box.current?.setHtml(given.current)
  }, [replaced, box])
  useEffect(() => {
    sayWriting(isEmpty ? undefined : isInternal ? "note" : "reply")
    return () => sayWriting(undefined)
  }, [isEmpty, isInternal])

  /** Whoever may have forgotten something is asked first. */
  const unlessDoubted = (task: () => void) => {
    if (!isReady) return
    if (objections.length === 0) task()
    else setDoubted(() => task)
  }
  const send = (wanted: Choice) =>
    unlessDoubted(() => {
      if (mode === "note") return void outbox.addNote()
      if (mode === "call") return void outbox.logCall()
      if (mode === "forward") return void outbox.forward()
      lastChoice.set(wanted)
      if (wanted === "later" || wanted === "snooze") setAsking(wanted)
      else void outbox.reply({ status: statusAfter[wanted] })
    })
  useShortcut("send", () => send(choice))
  const isReply = mode === "reply"
  useShortcut("sendClose", () => unlessDoubted(() => void outbox.reply({ status: "closed", where: "next" })), isReply)
  useShortcut("sendLater", () => unlessDoubted(() => setAsking("later")), isReply)

  const hear = (event: KeyboardEvent): boolean => {
    if (event.key === "Escape") {
      event.stopPropagation()
      ;(document.activeElement as HTMLElement | null)?.blur()
      if (isEmpty) onDone()
      return true
    }
    if (event.key !== "Tab" || !isEmpty || !isReply || event.shiftKey) return false
    writing.change({ mode: "note" })
    return true
  }

  const snooze = (at: Date, unsnoozeOnCustomerReply: boolean) =>
    outbox.reply({
      also: () =>
        desk.conversations.snooze(conversation.id, { snoozedUntil: at.toISOString(), unsnoozeOnCustomerReply }),
    })

  return (
    <>
      {!isInternal && (
        <Recipients
          key={mode}
          addresses={contents}
          onChange={(line, addresses) => writing.change({ [line]: addresses })}
        />
      )}
      <MessageBox
        box={box}
        filling={conversation}
        files={files}
        {...first}
        {...labels}
        onChange={(html) => writing.change({ html })}
        onKey={hear}
      />
      <div className={styles["foot"]}>
        <span className={styles["hint"]}>
          <Keys keys="Ctrl+Enter" />
        </span>
        {isReply ? (
          <SendButton choice={choice} disabled={!isReady} onSend={send} />
        ) : (
          <Button look="primary" shortcut="send" disabled={!isReady} onClick={() => send("send")}>
            {text(submitText[mode])}
          </Button>
        )}
      </div>
      <ObjectionDialog
        objections={doubted ? objections : []}
        onClose={() => setDoubted(undefined)}
        onSend={() => {
          setDoubted(undefined)
          doubted?.()
        }}
      />
      <WhenDialog
        title={text(asking === "snooze" ? "composer.send.snooze" : "composer.send.later")}
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        tick={{ label: text(asking === "snooze" ? "composer.wake" : "composer.unschedule"), first: true }}
        onChoose={(at, ticked) => void (asking === "snooze" ? snooze(at, ticked) : outbox.later(at, ticked))}
      />
    </>
  )
}

const submitText = { note: "composer.addNote", call: "composer.logCall", forward: "composer.sendForward" } as const

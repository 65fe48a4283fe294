import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { desk } from "../../data/client.ts"
import { inboxesQuery } from "../../data/inboxes.ts"
import { tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { WritingBox } from "../../ui/editor/WritingBox.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { Keys } from "../../ui/parts/Keys.tsx"
import { AttachButton, FileList } from "./FileList.tsx"
import { useFiles } from "./files.ts"
import styles from "./NewConversation.module.css"
import { AddressLine } from "./Recipients.tsx"
import { SuggestionList } from "./SuggestionList.tsx"
import { useSuggestions } from "./suggestions.ts"

export function NewConversation({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={text("composer.new")} size="large" open={open} onClose={onClose}>
      <NewConversationForm onClose={onClose} />
    </Dialog>
  )
}

/** Writes to a customer first: from which inbox, to whom, about what. */
function NewConversationForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const [chosen, setChosen] = useState<number>()
  const [to, setTo] = useState<string[]>([])
  const [subject, setSubject] = useState("")
  const [html, setHtml] = useState("")
  const [busy, setBusy] = useState(false)
  const box = useRef<EditorHandle>(null)
  const files = useFiles({
    conversationId: 0,
    html,
    thread: undefined,
    keep: undefined,
    removePicture: (contentId) => box.current?.removePicture(contentId),
  })
  const inboxId = chosen ?? inboxes[0]?.id ?? 0
  const [email] = to
  const filling = { mailboxId: inboxId, subject, primaryCustomer: { id: 0, ...(email && { email }) } }
  const suggestions = useSuggestions(filling, box)
  const isReady = !busy && email !== undefined && subject.trim() !== "" && html !== "" && inboxId !== 0

  async function send(): Promise<void> {
    if (!isReady) return
    setBusy(true)
    try {
      const { id } = await desk.conversations.create({
        subject: subject.trim(),
        type: "email",
        mailboxId: inboxId,
        status: "active",
        customer: { email },
        threads: [{ type: "reply", text: html, attachments: await files.contents() }],
      })
      const { number } = await desk.conversations.get(id)
      onClose()
      await navigate({
        to: "/conversation/$conversationId/$number",
        params: { conversationId: String(id), number: String(number) },
        search: { list: "all" },
      })
    } catch (error) {
      tellFailure(error)
      setBusy(false)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      className={styles["form"]}
      onKeyDown={({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey) && void send()}
    >
      <label className={styles["field"]}>
        <span>{text("composer.new.inbox")}</span>
        <select value={inboxId} onChange={({ target }) => setChosen(Number(target.value))}>
          {inboxes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <AddressLine label={text("composer.to")} addresses={to} most={1} focused onChange={setTo} />
      <label className={styles["field"]}>
        <span>{text("composer.new.subject")}</span>
        <input value={subject} maxLength={998} onChange={({ target }) => setSubject(target.value)} />
      </label>
      <WritingBox
        handle={box}
        html=""
        label={text("composer.new.message")}
        placeholder={text("new.placeholder.email")}
        onChange={setHtml}
        onKey={suggestions.hear}
        onTrigger={suggestions.onTrigger}
        onFiles={files.add}
        pictures={files.pictures}
        tools={<AttachButton files={files} />}
      />
      <SuggestionList suggestions={suggestions} conversation={filling} />
      <FileList files={files} />
      <div className={styles["foot"]}>
        <Keys keys="Ctrl+Enter" />
        <Button look="primary" shortcut="send" disabled={!isReady} onClick={() => void send()}>
          {text("composer.send.send")}
        </Button>
      </div>
    </div>
  )
}

import { DeskhandError, type Thread } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Copy } from "lucide-react"
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { desk, reasonOf } from "../../data/client.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { editor as fetchedEditor } from "../../ui/editor/lazy.ts"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { copy } from "../../ui/parts/copy.ts"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { MailDetails } from "./MailDetails.tsx"
import type { ThreadMail } from "./mail.ts"
import styles from "./ThreadDialog.module.css"

export type DialogName = "original" | "mail" | "edit" | "split" | "delete"

interface ThreadDialogProps {
  asked: DialogName
  conversationId: number
  thread: Thread
  mail: ThreadMail | undefined
  onClose: () => void
}

/** What the menu of a message asks further. */
export function ThreadDialog({ asked, ...rest }: ThreadDialogProps) {
  const title = text(titleOf(asked, rest))
  return (
    <Dialog
      title={title}
      open
      onClose={rest.onClose}
      size={asked === "original" || asked === "edit" ? "large" : "small"}
    >
      <div className={styles["body"]}>
        {asked === "original" && <Original {...rest} />}
        {asked === "mail" && rest.mail && <MailDetails mail={rest.mail} />}
        {asked === "edit" && <Editing {...rest} />}
        {asked === "split" && <Splitting {...rest} />}
        {asked === "delete" && <Deleting {...rest} />}
      </div>
    </Dialog>
  )
}

function titleOf(asked: DialogName, { thread, mail }: PartProps) {
  switch (asked) {
    case "original":
      return "threads.original"
    case "mail":
      return mail?.incoming ? "mail.details" : "mail.details.sent"
    case "edit":
      return "threads.edit"
    case "split":
      return "threads.split"
    case "delete":
      return thread.state === "draft" ? "threads.deleteDraft" : "threads.deleteNote"
  }
}

type PartProps = Omit<ThreadDialogProps, "asked">

/** The received message with its headers; without one the text before it was edited, or as it is. */
function Original({ conversationId, thread }: PartProps) {
  const threads = desk.conversations.threads(conversationId)
  const { data, error } = useQuery({
    queryKey: ["original", conversationId, thread.id],
    queryFn: async () => {
      try {
        const message = await threads.originalMessage(thread.id)
        return message ? new TextDecoder().decode(message) : await threads.originalText(thread.id)
      } catch (error) {
        if (!(error instanceof DeskhandError) || error.code !== "no_message") throw error
        return thread.body ?? ""
      }
    },
    gcTime: 0,
  })
  if (error) return <p role="alert">{reasonOf(error, text("failure.offline"))}</p>
  if (data === undefined) return <Skeleton lines={["long", "middle", "long"]} />
  return (
    <>
      <p className={styles["hint"]}>{text("threads.original.hint")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <pre className={styles["source"]} tabIndex={0}>
        {data}
      </pre>
      <div className={styles["foot"]}>
        <Button onClick={() => void copy(data)}>
          <Copy size={14} aria-hidden /> {text("threads.original.copy")}
        </Button>
      </div>
    </>
  )
}

function Editing({ conversationId, thread, onClose }: PartProps) {
  const { id, body = "", createdBy } = thread
  const [html, setHtml] = useState(body)
  // The editor knows what people write in it. Mail from elsewhere may hold more, which it would leave out.
  const isSource =
    createdBy.type === "customer" && !/^(\s|<\/?(p|br|b|strong|i|em|u|ul|ol|li)\s*\/?>|[^<])*$/i.test(body)
  const save = async () => {
    await desk.conversations.threads(conversationId).patch(id, { op: "replace", path: "/text", value: html })
    return text("threads.edited")
  }
  return (
    <Deed
      conversationId={conversationId}
      submit={text("threads.edit.save")}
      disabled={html.trim() === ""}
      task={save}
      onClose={onClose}
    >
      {isSource ? <SourceBox html={html} onChange={setHtml} /> : <TextBox html={body} onChange={setHtml} />}
    </Deed>
  )
}

interface BoxProps {
  html: string
  onChange: (html: string) => void
}

function SourceBox({ html, onChange }: BoxProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className={styles["hint"]}>
        {text("threads.edit.html")}
      </label>
      <textarea
        id={id}
        className={styles["box"]}
        rows={10}
        value={html}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}

function TextBox({ html, onChange }: BoxProps) {
  const [editor, setEditor] = useState(fetchedEditor.now)
  const [failed, setFailed] = useState(false)
  const handle = useRef<EditorHandle>(null)
  useEffect(() => {
    fetchedEditor.load().then(setEditor, () => setFailed(true))
  }, [])
  useEffect(() => {
    if (editor) moveFocus(handle.current)
  }, [editor])
  if (failed) return <p role="alert">{text("failure.offline")}</p>
  if (!editor) return <Skeleton lines={["long", "long", "middle"]} />
  const { Editor, room } = editor
  return (
    <div className={styles["editor"]}>
      <Editor
        room={room}
        handle={handle}
        label={text("threads.edit.text")}
        placeholder=""
        first={{ html, typed: "" }}
        onChange={onChange}
        onKey={() => false}
        onTrigger={() => {}}
      />
    </div>
  )
}

function Splitting({ conversationId, thread, onClose }: PartProps) {
  const navigate = useNavigate()
  const split = async () => {
    const { id } = await desk.conversations.split(conversationId, thread.id)
    const { number } = await desk.conversations.get(id)
    await navigate({
      to: "/conversation/$conversationId/$number",
      params: { conversationId: String(id), number: String(number) },
      search: (before) => before,
    })
    return text("threads.split.done", { number: String(number) })
  }
  return (
    <Deed conversationId={conversationId} submit={text("threads.split.submit")} task={split} onClose={onClose}>
      <p>{text("threads.split.lead")}</p>
    </Deed>
  )
}

function Deleting({ conversationId, thread, onClose }: PartProps) {
  const isDraft = thread.state === "draft"
  const remove = async () => {
    await desk.conversations.threads(conversationId).delete(thread.id)
    return text(isDraft ? "threads.draftDeleted" : "threads.noteDeleted")
  }
  return (
    <Deed conversationId={conversationId} submit={text("threads.delete.submit")} task={remove} onClose={onClose}>
      <p>{text(isDraft ? "threads.deleteDraft.lead" : "threads.deleteNote.lead")}</p>
    </Deed>
  )
}

interface DeedProps {
  conversationId: number
  submit: string
  disabled?: boolean
  /** Gives what is to be told when it is done. */
  task: () => Promise<string>
  onClose: () => void
  children: ReactNode
}

function Deed({ conversationId, submit, disabled = false, task, onClose, children }: DeedProps) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function perform(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    try {
      const done = await task()
      onClose()
      tell(done)
    } catch (error) {
      setFailure(reasonOf(error, text("failure.offline")))
      setBusy(false)
    }
    refreshUnlessLive(queryClient, conversationId)
  }

  return (
    <form className={styles["form"]} onSubmit={(event) => void perform(event)}>
      {failure && (
        <p className={styles["failure"]} role="alert">
          {failure}
        </p>
      )}
      {children}
      <div className={styles["foot"]}>
        <Button onClick={onClose}>{text("action.cancel")}</Button>
        <Button type="submit" look="primary" disabled={busy || disabled}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

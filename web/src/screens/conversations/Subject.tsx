import type { Conversation } from "@deskhand/sdk/client"
import { Pencil } from "lucide-react"
import { type FormEvent, useRef, useState } from "react"
import { beforeClick } from "../../data/press.ts"
import { text } from "../../messages/text.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import styles from "./ConversationHeader.module.css"

interface SubjectProps {
  conversation: Conversation
  onChange: (subject: string) => void
  /** For who may not change it. */
  fixed: boolean
}

/** The desk takes no longer ones. */
const longest = 998

export function Subject({ conversation: { subject }, onChange, fixed }: SubjectProps) {
  const [typed, setTyped] = useState<string>()
  // A box that goes away loses the focus once more.
  const isOver = useRef(true)
  const begin = () => {
    isOver.current = false
    setTyped(subject)
  }
  const end = (next: string | undefined) => {
    if (isOver.current) return
    isOver.current = true
    setTyped(undefined)
    if (next?.trim()) onChange(next.trim())
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    end(typed)
  }
  if (typed === undefined)
    return (
      <>
        <h1>{subject || text("list.noSubject")}</h1>
        {!fixed && (
          <IconButton
            className={styles["edit"] ?? ""}
            label={text("conversation.editSubject")}
            icon={<Pencil size={14} />}
            onClick={begin}
          />
        )}
      </>
    )
  return (
    <form className={styles["subject"]} onSubmit={save}>
      <input
        // biome-ignore lint/a11y/noAutofocus: whoever asked to change it goes on typing
        autoFocus
        value={typed}
        maxLength={longest}
        aria-label={text("conversation.subject")}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => beforeClick(() => end(typed))}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          event.stopPropagation()
          end(undefined)
        }}
      />
    </form>
  )
}

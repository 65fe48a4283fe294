import type { Conversation } from "@deskhand/sdk/client"
import { useRef } from "react"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { copy } from "../../ui/parts/copy.ts"
import styles from "./ConversationHeader.module.css"

/** So soon after one another presses belong together. */
const togetherMs = 1_200

/** The number; pressed twice with the title, three times the link. */
export function CopyNumber({ conversation: { id, number, subject } }: { conversation: Conversation }) {
  const before = useRef({ times: 0, at: 0 })
  const texts = [`#${number}`, `#${number} ${subject}`, linkTo({ id, number })]
  const press = () => {
    const isAgain = Date.now() - before.current.at < togetherMs
    const times = isAgain ? before.current.times % texts.length : 0
    before.current = { times: times + 1, at: Date.now() }
    void copy(texts[times] ?? "")
  }
  useShortcut("copyNumber", press)
  return (
    <button
      type="button"
      className={styles["number"]}
      aria-label={text("conversation.copyNumber", { number: String(number) })}
      aria-keyshortcuts="."
      onClick={press}
    >
      #{number}
    </button>
  )
}

export function linkTo({ id, number }: Pick<Conversation, "id" | "number">): string {
  return new URL(`/conversation/${id}/${number}`, window.location.href).href
}

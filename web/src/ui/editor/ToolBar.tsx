import { Bold, Code, Italic, Link, List, ListOrdered, TextQuote } from "lucide-react"
import type { Command, EditorState } from "prosemirror-state"
import { type ReactNode, useState } from "react"
import { text } from "../../messages/text.ts"
import { IconButton } from "../parts/Button.tsx"
import { formats, hasFormat, linkAt, setLink, switchFormat } from "./formats.ts"
import { LinkDialog } from "./LinkDialog.tsx"
import styles from "./ToolBar.module.css"

const icons = { bold: Bold, italic: Italic, code: Code, bullets: List, numbers: ListOrdered, quote: TextQuote }

interface ToolBarProps {
  state: EditorState
  run: (command: Command) => void
  tools: ReactNode
}

export function ToolBar({ state, run, tools }: ToolBarProps) {
  const [linking, setLinking] = useState(false)
  const link = linkAt(state)
  return (
    <div className={styles["bar"]} role="toolbar" aria-label={text("editor.format")}>
      {formats.map((format) => {
        const Icon = icons[format]
        return (
          <IconButton
            key={format}
            label={text(`editor.${format}`)}
            icon={<Icon size={15} />}
            aria-pressed={hasFormat(state, format)}
            // The text keeps the focus, and with it what is selected.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(switchFormat(format))}
          />
        )
      })}
      <IconButton
        label={text("editor.link")}
        icon={<Link size={15} />}
        aria-pressed={link !== undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setLinking(true)}
      />
      {tools && <span className={styles["line"]} aria-hidden />}
      {tools}
      <LinkDialog
        open={linking}
        href={link}
        onClose={() => setLinking(false)}
        onLink={(href) => {
          setLinking(false)
          run(setLink(href))
        }}
      />
    </div>
  )
}

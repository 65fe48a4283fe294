import { MessageSquareQuote } from "lucide-react"
import type { RefObject } from "react"
import type { Filling } from "../../data/saved-replies.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { WritingBox } from "../../ui/editor/WritingBox.tsx"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { AttachButton, FileList } from "./FileList.tsx"
import type { Files } from "./files.ts"
import { SuggestionList } from "./SuggestionList.tsx"
import { useSuggestions } from "./suggestions.ts"

interface MessageBoxProps {
  box: RefObject<EditorHandle | null>
  /** What saved replies are filled in from. */
  filling: Filling
  files: Files
  label: string
  placeholder: string
  /** What it begins with, and what was typed while it came. */
  html: string
  typed?: string
  onChange: (html: string) => void
  /** Says whether a key has been taken care of. */
  onKey?: (event: KeyboardEvent) => boolean
}

/** The editor with saved replies, mentions and files. */
export function MessageBox({ box, filling, files, onKey, ...editor }: MessageBoxProps) {
  const suggestions = useSuggestions(filling, box)
  const openReplies = () => box.current?.insert({ text: "/" })
  useShortcut("savedReply", openReplies)
  return (
    <>
      <WritingBox
        handle={box}
        {...editor}
        onKey={(event) => {
          if (!suggestions.hear(event)) return onKey?.(event) ?? false
          event.stopPropagation()
          return true
        }}
        onTrigger={suggestions.onTrigger}
        onFiles={files.add}
        pictures={files.pictures}
        tools={
          <>
            <AttachButton files={files} />
            <IconButton
              label={text("composer.savedReplies")}
              icon={<MessageSquareQuote size={15} />}
              shortcut="savedReply"
              onMouseDown={(event) => event.preventDefault()}
              onClick={openReplies}
            />
          </>
        }
      />
      <SuggestionList suggestions={suggestions} conversation={filling} />
      <FileList files={files} />
    </>
  )
}

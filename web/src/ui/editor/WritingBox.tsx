import { type Ref, useImperativeHandle, useRef, useState } from "react"
import { htmlOf } from "../../data/html.ts"
import type { EditorHandle, EditorProps } from "./Editor.tsx"
import { editor as fetchedEditor } from "./lazy.ts"
import { PlainBox } from "./PlainBox.tsx"
import { useSwapWhenLoaded } from "./swap-when-loaded.ts"
import styles from "./WritingBox.module.css"

interface WritingBoxProps extends Omit<EditorProps, "first" | "handle"> {
  handle: Ref<EditorHandle>
  /** What it begins with. */
  html: string
  /** What was typed while it came. */
  typed?: string
}

/** The editor, and until it has been fetched a plain box in its place: no key is lost. */
export function WritingBox({ handle, html, typed = "", onChange, ...rest }: WritingBoxProps) {
  const [first, setFirst] = useState({ html, typed })
  const editor = useRef<EditorHandle>(null)
  const { parts, plain } = useSwapWhenLoaded({ parts: fetchedEditor, focus: () => editor.current?.focus() }, true)
  useImperativeHandle(handle, () => ({
    focus: () => (editor.current ?? plain.current)?.focus(),
    setHtml(given) {
      if (editor.current) editor.current.setHtml(given)
      else setFirst({ html: given, typed: "" })
    },
    insert: (content, place) => editor.current?.insert(content, place),
    removePicture: (contentId) => editor.current?.removePicture(contentId),
  }))
  if (!parts)
    return (
      <PlainBox
        handle={plain}
        label={rest.label}
        placeholder={rest.placeholder}
        typed={first.typed}
        onType={(typed) => {
          setFirst({ ...first, typed })
          onChange(first.html + htmlOf(typed))
        }}
        onKey={rest.onKey}
      />
    )
  return (
    <div className={styles["box"]}>
      <parts.Editor {...rest} room={parts.room} handle={editor} first={first} onChange={onChange} />
    </div>
  )
}

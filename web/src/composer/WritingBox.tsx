import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { EditorHandle, EditorProps } from "../editor/Editor.tsx"
import { editorNow, loadEditor } from "../editor/lazy.ts"
import { htmlOf } from "./html.ts"
import styles from "./WritingBox.module.css"

interface WritingBoxProps extends Omit<EditorProps, "first" | "handle"> {
  handle: Ref<EditorHandle>
  /** What it begins with. */
  html: string
  tools?: ReactNode
}

/**
 * The editor, and until it has been fetched a plain box in its place: what is typed meanwhile moves into the editor, and
 * no key is lost.
 */
export function WritingBox({ handle, html, onChange, ...rest }: WritingBoxProps) {
  const [loaded, setLoaded] = useState(editorNow)
  const [first, setFirst] = useState({ html, typed: "" })
  const plain = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<EditorHandle>(null)

  useEffect(() => {
    if (loaded) return
    let isHere = true
    loadEditor().then(
      async (parts) => {
        await composed(plain.current)
        if (!isHere) return
        const hadFocus = document.activeElement === plain.current
        flushSync(() => setLoaded(parts))
        if (hadFocus) editor.current?.focus()
      },
      // The plain box stays, and writes too.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [loaded])

  useImperativeHandle(handle, () => ({
    focus: () => (editor.current ?? plain.current)?.focus(),
    setHtml(given) {
      if (editor.current) editor.current.setHtml(given)
      else setFirst({ html: given, typed: "" })
    },
    insert: (content, place) => editor.current?.insert(content, place),
  }))

  return (
    <div className={styles["box"]}>
      {loaded ? (
        <loaded.Editor {...rest} room={loaded.room} handle={editor} first={first} onChange={onChange} />
      ) : (
        <textarea
          ref={plain}
          className={styles["plain"]}
          value={first.typed}
          rows={4}
          aria-label={rest.label}
          placeholder={rest.placeholder}
          onChange={({ target }) => {
            setFirst({ ...first, typed: target.value })
            onChange(first.html + htmlOf(target.value))
          }}
          onKeyDown={({ nativeEvent }) => {
            if (rest.onKey(nativeEvent)) nativeEvent.preventDefault()
          }}
        />
      )}
    </div>
  )
}

const composing = new WeakSet<HTMLTextAreaElement>()
document.addEventListener("compositionstart", ({ target }) => {
  if (target instanceof HTMLTextAreaElement) composing.add(target)
})
document.addEventListener("compositionend", ({ target }) => {
  if (target instanceof HTMLTextAreaElement) composing.delete(target)
})

/** A letter that is made of several keys is not torn apart. */
async function composed(box: HTMLTextAreaElement | null): Promise<void> {
  if (box === null || !composing.has(box)) return
  await new Promise((resolve) => box.addEventListener("compositionend", resolve, { once: true }))
}

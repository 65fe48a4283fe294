import { type Command, EditorState, Selection } from "prosemirror-state"
import { EditorView } from "prosemirror-view"
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from "react"
import { contentsOf, htmlOf, isBlank, sliceOf, textSlice } from "./contents.ts"
import styles from "./Editor.module.css"
import { writingPlugins } from "./keys.ts"
import { bringing } from "./pasting.ts"
import { type Pictures, pictureView, removePicture, showPictures } from "./pictures.ts"
import type { ReadingRoom } from "./room.ts"
import { ToolBar } from "./ToolBar.tsx"
import { type Trigger, triggerPlugin } from "./triggers.ts"
import { unfilledPlugin } from "./unfilled.ts"

export interface EditorHandle {
  focus(): void
  /** Instead of all that was there. The cursor stands at its end. */
  setHtml(html: string): void
  /** At the cursor, or in place of what opened a choice. */
  insert(content: { html: string } | { text: string }, place?: { from: number; to: number }): void
  removePicture(contentId: string): void
}

export interface EditorProps {
  handle: Ref<EditorHandle>
  label: string
  placeholder: string
  /** What it begins with, and what was typed while it came. */
  first: { html: string; typed: string }
  /** Empty where nothing but space is there. */
  onChange: (html: string) => void
  /** Says whether a key has been taken care of. */
  onKey: (event: KeyboardEvent) => boolean
  onFiles?: ((files: File[]) => void) | undefined
  /** Where its pictures are; without them none can be pasted into the text. */
  pictures?: Pictures | undefined
  onTrigger: (trigger: Trigger | undefined) => void
  /** Further buttons of its bar. */
  tools?: ReactNode
}

/** Formatted text. Loaded when somebody begins to write, and never part of the first load. */
export function Editor({ room, ...props }: EditorProps & { room: ReadingRoom }) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [shown, setShown] = useState<EditorState>()

  useLayoutEffect(() => {
    const made = new EditorView(place.current, {
      state: beginning(latest.current.first, room, (trigger) => latest.current.onTrigger(trigger)),
      attributes: (state) => ({
        role: "textbox",
        tabindex: "0",
        "aria-multiline": "true",
        "aria-label": latest.current.label,
        "data-placeholder": isBlank(state.doc) ? latest.current.placeholder : "",
        class: styles["text"] ?? "",
      }),
      dispatchTransaction(transaction) {
        const after = made.state.apply(transaction)
        made.updateState(after)
        setShown(after)
        if (transaction.docChanged && !transaction.getMeta("given")) latest.current.onChange(htmlOf(after.doc))
      },
      nodeViews: { picture: pictureView },
      handleKeyDown: (_, event) => latest.current.onKey(event),
      handleDOMEvents: {
        ...bringing(room, {
          onFiles: (files) => latest.current.onFiles?.(files),
          pictures: () => latest.current.pictures,
        }),
        // The application's own keys: the editor would call them its own.
        keydown: (_, event) => event.key === "Enter" && (event.ctrlKey || event.metaKey),
      },
    })
    view.current = made
    setShown(made.state)
    if (latest.current.first.typed !== "") latest.current.onChange(htmlOf(made.state.doc))
    return () => {
      view.current = null
      made.destroy()
    }
  }, [room])

  // A label that has changed is drawn with the next state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read through `latest`
  useLayoutEffect(() => view.current?.updateState(view.current.state), [props.label, props.placeholder])

  // Sources come with files that arrive, and pictures with every change of the text.
  useLayoutEffect(() => {
    if (view.current) showPictures(view.current.dom, (contentId) => props.pictures?.sourceOf(contentId))
  })

  useImperativeHandle(props.handle, () => ({
    focus: () => view.current?.focus(),
    setHtml(html) {
      if (!view.current) return
      const { state } = view.current
      const change = state.tr.replaceWith(0, state.doc.content.size, contentsOf(html, room).content)
      change.setSelection(Selection.atEnd(change.doc)).setMeta("given", true).setMeta("addToHistory", false)
      view.current.dispatch(change)
    },
    insert(content, at) {
      if (!view.current) return
      const { from, to } = at ?? view.current.state.selection
      const slice = "html" in content ? sliceOf(content.html, room) : textSlice(content.text)
      const change = view.current.state.tr.replaceRange(from, to, slice)
      const end = change.mapping.map(to)
      view.current.dispatch(change.setSelection(Selection.near(change.doc.resolve(end), -1)).scrollIntoView())
      view.current.focus()
    },
    removePicture(contentId) {
      if (view.current) view.current.dispatch(removePicture(view.current.state, contentId))
    },
  }))

  const run = (command: Command) => {
    if (!view.current) return
    command(view.current.state, view.current.dispatch, view.current)
    view.current.focus()
  }

  return (
    <div className={styles["editor"]}>
      <div ref={place} className={styles["place"]} />
      {shown && <ToolBar state={shown} run={run} tools={props.tools} />}
    </div>
  )
}

function beginning(
  { html, typed }: EditorProps["first"],
  room: ReadingRoom,
  onTrigger: EditorProps["onTrigger"],
): EditorState {
  const state = EditorState.create({
    doc: contentsOf(html, room),
    plugins: [...writingPlugins(), triggerPlugin(onTrigger), unfilledPlugin(styles["unfilled"] ?? "")],
  })
  const atEnd = state.tr.setSelection(Selection.atEnd(state.doc))
  return state.apply(typed === "" ? atEnd : atEnd.replaceSelection(textSlice(typed)))
}

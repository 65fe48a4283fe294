import { closeHistory } from "prosemirror-history"
import { Selection } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { sliceOf, textSlice } from "./contents.ts"
import { canBeInline, insertPictures, type Pictures } from "./pictures.ts"
import type { ReadingRoom } from "./room.ts"

interface FileTargets {
  onFiles: (files: File[]) => void
  /** Without them pictures go along as files. */
  pictures: () => Pictures | undefined
}

/**
 * Takes what is pasted and dropped, because the editor's own way would read markup in our window. Files come first:
 * programs send along a page around a picture.
 */
export function bringing(room: ReadingRoom, { onFiles, pictures: picturesNow }: FileTargets) {
  const bring = (view: EditorView, { files, ...data }: Brought, at?: number): boolean => {
    const { state } = view
    const inCode = state.selection.$from.parent.type.spec.code === true
    const change = at === undefined ? state.tr : state.tr.setSelection(Selection.near(state.doc.resolve(at)))
    if (files.length > 0 && data.text === "") {
      const pictures = inCode ? undefined : picturesNow()
      const inline = pictures ? files.filter(canBeInline) : []
      const others = files.filter((file) => !inline.includes(file))
      if (others.length > 0) onFiles(others)
      if (pictures && inline.length > 0) {
        view.dispatch(closeHistory(insertPictures(change, inline, pictures).scrollIntoView()))
        // An undo step of its own: what is typed or removed right after it is the next one.
        view.dispatch(closeHistory(view.state.tr))
      }
      return true
    }
    if (inCode) change.insertText(data.text)
    else if (data.html !== "") change.replaceSelection(sliceOf(data.html, room))
    else change.replaceSelection(textSlice(data.text))
    view.dispatch(change.scrollIntoView().setMeta("paste", true).setMeta("uiEvent", "paste"))
    return true
  }
  return {
    paste(view: EditorView, event: ClipboardEvent): boolean {
      event.preventDefault()
      return event.clipboardData === null || bring(view, broughtBy(event.clipboardData))
    },
    drop(view: EditorView, event: DragEvent): boolean {
      // What is dragged inside of the editor is only moved.
      if (event.dataTransfer === null || view.dragging) return false
      event.preventDefault()
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
      return bring(view, broughtBy(event.dataTransfer), at)
    },
  }
}

interface Brought {
  text: string
  html: string
  files: File[]
}

function broughtBy(data: DataTransfer): Brought {
  return { text: data.getData("text/plain"), html: data.getData("text/html"), files: [...data.files] }
}

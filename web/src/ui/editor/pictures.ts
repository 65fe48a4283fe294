import type { Node } from "prosemirror-model"
import type { EditorState, Transaction } from "prosemirror-state"
import type { NodeView } from "prosemirror-view"
import { contentIdAttribute, schema } from "./schema.ts"

/** The pictures of a text, which are files of its message. */
export interface Pictures {
  /** Takes a pasted picture and returns the content id by which the text names it. */
  add(file: File): string
  /** Where the page finds it; undefined as long as there is none. */
  sourceOf(contentId: string): string | undefined
}

/** As the mail programs of customers show them; anything else goes along as a file. */
export function canBeInline({ type }: File): boolean {
  return /^image\/(png|jpeg|gif|webp)$/i.test(type)
}

export function pictureView(node: Node): NodeView {
  const dom = document.createElement("img")
  dom.alt = String(node.attrs["alt"])
  dom.setAttribute(contentIdAttribute, String(node.attrs["contentId"]))
  // Its source is set from outside.
  return { dom, ignoreMutation: () => true }
}

/** Sets the source of each picture in the editor, which may only be known some time after the picture itself. */
export function showPictures(editor: Element, sourceOf: Pictures["sourceOf"]): void {
  for (const image of editor.querySelectorAll<HTMLImageElement>(`img[${contentIdAttribute}]`)) {
    const source = sourceOf(image.getAttribute(contentIdAttribute) ?? "")
    if (source === undefined) image.removeAttribute("src")
    else if (image.getAttribute("src") !== source) image.src = source
  }
}

/** With these pictures at the caret, instead of what is selected. */
export function insertPictures(change: Transaction, files: readonly File[], pictures: Pictures): Transaction {
  for (const file of files) {
    const attrs = { contentId: pictures.add(file), alt: file.name }
    change.replaceSelectionWith(schema.nodes.picture.create(attrs))
  }
  return change
}

export function removePicture({ doc, tr }: EditorState, contentId: string): Transaction {
  doc.descendants((node, at) => {
    if (node.type !== schema.nodes.picture || node.attrs["contentId"] !== contentId) return
    tr.delete(tr.mapping.map(at), tr.mapping.map(at + node.nodeSize))
  })
  return tr
}

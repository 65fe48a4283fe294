import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands"
import type { MarkType, NodeType } from "prosemirror-model"
import { liftListItem, wrapInList } from "prosemirror-schema-list"
import type { Command, EditorState } from "prosemirror-state"
import { schema } from "./schema.ts"

export const formats = ["bold", "italic", "code", "bullets", "numbers", "quote"] as const
export type Format = (typeof formats)[number]

const { nodes, marks } = schema

const ofMarks: Partial<Record<Format, MarkType>> = { bold: marks.strong, italic: marks.em, code: marks.code }
const ofNodes: Partial<Record<Format, NodeType>> = {
  bullets: nodes.bullet_list,
  numbers: nodes.ordered_list,
  quote: nodes.blockquote,
}

export function hasFormat(state: EditorState, format: Format): boolean {
  const mark = ofMarks[format]
  const { from, to, empty, $from } = state.selection
  if (mark) return empty ? !!mark.isInSet(state.storedMarks ?? $from.marks()) : state.doc.rangeHasMark(from, to, mark)
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === ofNodes[format]) return true
  return false
}

/** Gives it to what is selected, or takes it away. */
export function switchFormat(format: Format): Command {
  return (state, dispatch, view) => {
    const mark = ofMarks[format]
    const node = ofNodes[format]
    if (mark) return toggleMark(mark)(state, dispatch, view)
    if (!node) return false
    if (hasFormat(state, format))
      return node === nodes.blockquote ? lift(state, dispatch) : liftListItem(nodes.list_item)(state, dispatch)
    if (node === nodes.blockquote) return wrapIn(node)(state, dispatch)
    return wrapInList(node)(state, dispatch) || setBlockType(nodes.paragraph)(state, dispatch)
  }
}

export function linkAt(state: EditorState): string | undefined {
  const { $from, from, to, empty } = state.selection
  const found = empty ? marks.link.isInSet($from.marks()) : undefined
  if (found) return String(found.attrs["href"])
  let href: string | undefined
  state.doc.nodesBetween(from, to, (node) => {
    const mark = marks.link.isInSet(node.marks)
    if (mark) href = String(mark.attrs["href"])
  })
  return href
}

/** Of what is selected; without a selection the address itself is written. Nothing takes the link away. */
export function setLink(href: string | undefined): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    const change = state.tr
    if (href === undefined) change.removeMark(from, to, marks.link)
    else if (empty) change.insert(from, schema.text(href, [marks.link.create({ href })]))
    else change.addMark(from, to, marks.link.create({ href }))
    dispatch?.(change.scrollIntoView())
    return true
  }
}

import { baseKeymap, chainCommands, exitCode, toggleMark } from "prosemirror-commands"
import { history, redo, undo } from "prosemirror-history"
import { InputRule, inputRules, wrappingInputRule } from "prosemirror-inputrules"
import { keymap } from "prosemirror-keymap"
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list"
import type { Command, Plugin } from "prosemirror-state"
import { schema } from "./schema.ts"

const { nodes, marks } = schema

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

/** What keys do to the text, undoing included. */
export function writingPlugins(): Plugin[] {
  return [
    inputRules({ rules: writingRules }),
    keymap({
      "Mod-b": toggleMark(marks.strong),
      "Mod-i": toggleMark(marks.em),
      "Mod-e": toggleMark(marks.code),
      "Mod-z": undo,
      "Mod-y": redo,
      "Mod-Shift-z": redo,
      Enter: splitListItem(nodes.list_item),
      "Shift-Enter": chainCommands(exitCode, breakLine),
      Tab: sinkListItem(nodes.list_item),
      "Shift-Tab": liftListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
    history(),
  ]
}

/** Lists, quotations and code as people type them. */
const writingRules = [
  wrappingInputRule(/^\s*([-*])\s$/, nodes.bullet_list),
  wrappingInputRule(/^1[.)]\s$/, nodes.ordered_list),
  wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
  new InputRule(/`([^`]+)`$/, (state, [, words = ""], start, end) =>
    state.tr.replaceWith(start, end, schema.text(words, [marks.code.create()])).removeStoredMark(marks.code),
  ),
  // An address becomes a link with the space behind it.
  new InputRule(/(?:^|\s)(https?:\/\/\S+[^\s.,;:!?)])\s$/, (state, [, href = ""], _start, end) => {
    const from = end - href.length
    const link = marks.link.create({ href })
    return state.tr.addMark(from, end, link).removeStoredMark(marks.link).insertText(" ", end)
  }),
]

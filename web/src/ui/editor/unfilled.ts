import { Plugin } from "prosemirror-state"
import { Decoration, DecorationSet } from "prosemirror-view"

const variable = /\{%[^%]*%\}/g

/** Marks the variables of saved replies that are still empty. */
export function unfilledPlugin(className: string): Plugin {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const marks: Decoration[] = []
        doc.descendants((block, at) => {
          if (!block.isTextblock) return
          const text = block.textBetween(0, block.content.size, undefined, "\ufffc")
          for (const { index, 0: found } of text.matchAll(variable)) {
            const from = at + 1 + index
            marks.push(Decoration.inline(from, from + found.length, { class: className }))
          }
        })
        return DecorationSet.create(doc, marks)
      },
    },
  })
}

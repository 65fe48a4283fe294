import { Plugin, type PluginView } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"

/** Something that is being chosen by what is typed after a sign: `/` for saved replies, `@` for people. */
export interface Trigger {
  sign: "/" | "@"
  typed: string
  from: number
  to: number
  /** Where the sign stands on the screen. */
  place: { left: number; top: number; bottom: number }
}

const sign = /(?:^|\s)([/@])([^\s/@]{0,40})$/

/** Tells which choice is open at the cursor, and when none is any more. */
export function triggerPlugin(tell: (trigger: Trigger | undefined) => void): Plugin {
  let told = ""
  const look = (view: EditorView) => {
    const found = view.hasFocus() || view.composing ? triggerAt(view) : undefined
    const key = JSON.stringify(found ?? null)
    if (key === told) return
    told = key
    tell(found)
  }
  return new Plugin({ view: (): PluginView => ({ update: look, destroy: () => tell(undefined) }) })
}

function triggerAt(view: EditorView): Trigger | undefined {
  const { empty, $from } = view.state.selection
  if (!empty || $from.parent.type.spec.code) return undefined
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\n")
  const match = sign.exec(before)
  if (!match) return undefined
  const typed = match[2] ?? ""
  const from = $from.pos - typed.length - 1
  const { left, top, bottom } = view.coordsAtPos(from)
  return { sign: match[1] as Trigger["sign"], typed, from, to: $from.pos, place: { left, top, bottom } }
}

import { useEffect, useRef } from "react"
import { keymap, type Shortcut, type ShortcutName } from "./keymap.ts"
import { readStroke } from "./strokes.ts"

/** Is told the key that was pressed last, for those that many keys do. */
type Action = (key: string) => void

const registered = new Map<ShortcutName, Action[]>()

/** Whoever registered last does it: a dialog before the page below it. Nobody does while `active` is false. */
export function useShortcut(name: ShortcutName, action: Action, active = true): void {
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (!active) return
    const call: Action = (key) => latest.current(key)
    registered.set(name, [...(registered.get(name) ?? []), call])
    return () => {
      registered.set(
        name,
        (registered.get(name) ?? []).filter((other) => other !== call),
      )
    }
  }, [name, active])
}

/** Does what the key would do, for buttons and lists of actions. */
export function runShortcut(name: ShortcutName): void {
  registered.get(name)?.at(-1)?.(keymap[name].keys[0].at(-1) ?? "")
}

/** Some people have programs that type for them, and want no letter to do anything. */
let lettersCount = true

export function useLetters(count: boolean): void {
  useEffect(() => {
    lettersCount = count
    return () => {
      lettersCount = true
    }
  }, [count])
}

/** How long the second of two keys may take. */
const sequenceMs = 1_200

let begun: { key: string; at: number } | undefined

/** For the page, and for each frame in it, whose keys the page does not hear. */
export function hearKeys(target: Document): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || (!lettersCount && isLetter(event))) return
    const before = begun && Date.now() - begun.at < sequenceMs ? begun.key : undefined
    begun = undefined
    const reading = readStroke(event, before, (name) => (registered.get(name) ?? []).length > 0)
    if (reading.begun !== undefined && !isTyping(event)) begun = { key: reading.begun, at: Date.now() }
    if (reading.name === undefined) return
    const shortcut: Shortcut = keymap[reading.name]
    if ((isTyping(event) && !shortcut.whileTyping) || isForControl(event)) return
    const action = registered.get(reading.name)?.at(-1)
    if (!action) return
    event.preventDefault()
    action(event.key)
  }
  target.addEventListener("keydown", hear)
  return () => target.removeEventListener("keydown", hear)
}

function isLetter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey
}

function isTyping(event: KeyboardEvent): boolean {
  return elementOf(event)?.matches("input:not([type='checkbox']), textarea, select, [contenteditable='true']") === true
}

/** Enter belongs to a button or link that has the focus, every key to an open menu, and most to a dialog. */
function isForControl(event: KeyboardEvent): boolean {
  const element = elementOf(event)
  // In a message it selects the text of the message.
  if (event.key === "a" && (event.ctrlKey || event.metaKey) && element?.ownerDocument !== document) return true
  if (element?.closest("[role='menu'], [role='listbox']")) return true
  if (element?.closest("dialog[open]")) return event.key !== "?"
  return event.key === "Enter" && element?.closest("button, a, summary") != null && !event.ctrlKey && !event.metaKey
}

/** Not by its class: elements of frames have classes of their own. */
function elementOf({ target }: KeyboardEvent): Element | undefined {
  return target !== null && "closest" in target ? (target as Element) : undefined
}

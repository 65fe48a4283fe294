import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react"
import { keymap, type Shortcut, type ShortcutName, shortcuts } from "./keymap.ts"
import { focusGuard, watchActs } from "./moved-focus.ts"
import { readStroke } from "./strokes.ts"

/** Is told the key that was pressed last, for those that many keys do. */
type Action = (key: string) => void

/** What an action asks for next, so that it can be asked for elsewhere than on its own button. */
export interface Choices {
  /** What there is to choose from, for what has been typed. */
  options: (typed: string) => readonly Choice[]
  onPick: (choice: Choice) => void
  /** Several can be chosen one after the other. */
  several?: boolean
}

export interface Choice {
  key: string
  label: string
  icon?: ReactNode
  chosen?: boolean
}

interface RegisteredShortcut {
  call: Action
  choices: () => Choices | undefined
}

const registered = new Map<ShortcutName, RegisteredShortcut[]>()

/** Whoever registered last does it: a dialog before the page below it. Nobody does while `active` is false. */
export function useShortcut(name: ShortcutName, action: Action, active = true, choices?: Choices): void {
  const latest = useRef({ action, choices })
  latest.current = { action, choices }
  // Before the paint: a user who sees what the key is for can press it.
  useLayoutEffect(() => {
    if (!active) return
    const own: RegisteredShortcut = { call: (key) => latest.current.action(key), choices: () => latest.current.choices }
    registered.set(name, [...(registered.get(name) ?? []), own])
    return () => {
      registered.set(
        name,
        (registered.get(name) ?? []).filter((other) => other !== own),
      )
    }
  }, [name, active])
}

/** Everything that somebody would do now if its key were pressed. */
export function registeredShortcuts(): { name: ShortcutName; choices: Choices | undefined }[] {
  return shortcuts.flatMap(([name]) => {
    const last = registered.get(name)?.at(-1)
    return last ? [{ name, choices: last.choices() }] : []
  })
}

/** Does what the key would do, for buttons and lists of actions. */
export function runShortcut(name: ShortcutName): void {
  registered
    .get(name)
    ?.at(-1)
    ?.call(keymap[name].keys[0].at(-1) ?? "")
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
    // To take back what was just sent does no harm, and must not wait.
    if (isLetter(event) && focusGuard.isQuiet() && reading.name !== "undoSend") return
    if (reading.begun !== undefined && !isTyping(event)) begun = { key: reading.begun, at: Date.now() }
    if (reading.name === undefined) return
    const shortcut: Shortcut = keymap[reading.name]
    if (isTyping(event) && !shortcut.whileTyping && !shortcut.everywhere) return
    if (isForControl(event) && !shortcut.everywhere) return
    const last = registered.get(reading.name)?.at(-1)
    if (!last) return
    event.preventDefault()
    last.call(event.key)
  }
  const unwatch = watchActs(target)
  target.addEventListener("keydown", hear)
  return () => {
    unwatch()
    target.removeEventListener("keydown", hear)
  }
}

function isLetter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey
}

function isTyping(event: KeyboardEvent): boolean {
  return isTextField(elementOf(event))
}

/** Keys are text there and no shortcuts. */
export function isTextField(element: Element | null | undefined): boolean {
  return element?.matches("input:not([type='checkbox']), textarea, select, [contenteditable='true']") === true
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

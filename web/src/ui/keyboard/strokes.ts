import { type ShortcutName, shortcuts } from "./keymap.ts"

export interface Stroke {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

export interface Reading {
  name?: ShortcutName
  /** The first of two keys, which waits for the second. */
  begun?: string
}

/**
 * Which shortcut a stroke means, after the one that may have come before it. Of two with the same key the first counts
 * that somebody waits for.
 */
export function readStroke(stroke: Stroke, begun?: string, isAwaited = (_: ShortcutName): boolean => true): Reading {
  const named = (key: string) => shortcuts.find(([name, { keys }]) => keys.includes(key) && isAwaited(name))?.[0]
  for (const key of spellings(stroke)) {
    const inTurn = begun === undefined ? undefined : named(`${begun} ${key}`)
    const name = inTurn ?? named(key)
    if (name !== undefined) return { name }
    if (shortcuts.some(([, { keys }]) => keys.some((whole) => whole.startsWith(`${key} `)))) return { begun: key }
  }
  return {}
}

/**
 * What is on the key, then what stands there on a keyboard with Latin letters, for people who write in another script.
 * Shift is named with letters only: in `?` it is already said.
 */
function spellings({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Stroke): string[] {
  const isControlled = ctrlKey || metaKey
  // With Alt alone, and with Ctrl and Alt, people write letters that other keyboards have keys for.
  if (altKey && !(isControlled && key.length > 1)) return []
  const control = (isControlled ? "Ctrl+" : "") + (altKey ? "Alt+" : "")
  const spell = (letter: string) => `${control}${shiftKey && /^[a-z]$|^.{2,}$/i.test(letter) ? "Shift+" : ""}${letter}`
  const latin = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  const own = key.length === 1 ? key.toLowerCase() : key
  const isForeign = latin !== undefined && !/^[\x20-\x7e]$/.test(own)
  return isForeign ? [spell(own), spell(latin)] : [spell(own)]
}

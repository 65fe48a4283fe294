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

/** Which shortcut a stroke means, after the one that may have come before it. */
export function readStroke(stroke: Stroke, begun?: string): Reading {
  for (const key of spellings(stroke)) {
    const inTurn = begun === undefined ? undefined : named(`${begun} ${key}`)
    const name = inTurn ?? named(key)
    if (name !== undefined) return { name }
    if (shortcuts.some(([, { keys }]) => keys.some((whole) => whole.startsWith(`${key} `)))) return { begun: key }
  }
  return {}
}

function named(key: string): ShortcutName | undefined {
  return shortcuts.find(([, { keys }]) => keys.includes(key))?.[0]
}

/**
 * What is on the key, then what stands there on a keyboard with Latin letters, for people who write in another script.
 * Shift is named with letters only: in `?` it is already said.
 */
function spellings({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Stroke): string[] {
  if (altKey) return []
  const control = ctrlKey || metaKey ? "Ctrl+" : ""
  const spell = (letter: string) => `${control}${shiftKey && /^[a-z]$|^.{2,}$/i.test(letter) ? "Shift+" : ""}${letter}`
  const latin = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  const own = key.length === 1 ? key.toLowerCase() : key
  const isForeign = latin !== undefined && !/^[\x20-\x7e]$/.test(own)
  return isForeign ? [spell(own), spell(latin)] : [spell(own)]
}

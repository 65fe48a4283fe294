import { folded } from "../../data/typing.ts"

/** How well a name fits what was typed, 0 for not at all. */
export function fit(name: string, typed: string): number {
  const [label, wanted] = [folded(name), folded(typed).trim()]
  if (wanted === "" || label.startsWith(wanted)) return 4
  const words = label.split(/[^\p{L}\p{N}]+/u)
  if (wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 3
  if (label.includes(wanted)) return 2
  return wanted.length > 1 && isWithin(wanted, words.map(([initial]) => initial ?? "").join("")) ? 1 : 0
}

/** All letters, in their order, with others in between. */
function isWithin(letters: string, initials: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = initials.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

export interface Rankable {
  id: string
  label: string
  /** Other words by which people look for it. */
  words?: string
}

/** Those that fit, the best first; among equals what was used lately comes first. */
export function ranked<Entry extends Rankable>(
  entries: readonly Entry[],
  typed: string,
  used: readonly string[],
): Entry[] {
  const age = new Map(used.map((id, index) => [id, index]))
  return entries
    .map((entry) => ({
      entry,
      fit: Math.max(fit(entry.label, typed), entry.words === undefined ? 0 : fit(entry.words, typed) - 0.5),
    }))
    .filter((one) => one.fit > 0)
    .sort((a, b) => b.fit - a.fit || (age.get(a.entry.id) ?? used.length) - (age.get(b.entry.id) ?? used.length))
    .map(({ entry }) => entry)
}

/** What is looked for: everything, or what the first sign says. */
export type Kind = "action" | "conversation" | "person" | "tag"

export const signs: readonly [sign: string, kind: Kind][] = [
  [">", "action"],
  ["#", "conversation"],
  ["@", "person"],
  [":", "tag"],
]

export function readTyped(typed: string): { kind: Kind | undefined; rest: string } {
  const kind = signs.find(([sign]) => typed.startsWith(sign))?.[1]
  return kind === undefined ? { kind, rest: typed.trim() } : { kind, rest: typed.slice(1).trim() }
}

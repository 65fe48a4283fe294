import { decodeField } from "../charsets/words.ts"
import { limits } from "../limits.ts"
import type { MailAddress } from "../message.ts"
import { canonicalAddress, cleanName } from "./addresses.ts"

/** Nobody writes more into a field that is not well formed. */
const mostCharacters = 5_000

/**
 * The addresses that a person sees in a field that is not well formed, with the words around them as names. Addresses in
 * brackets come before bare ones; those in comments, in quotation marks and in encoded words count where there is no other.
 */
export function seeAddresses(field: string): MailAddress[] {
  const text = asWritten(field.slice(0, mostCharacters))
  const plain = text.replace(encodedWord, (word) => "\0".repeat(word.length))
  const found = nearestIn(plain)
  if (found.length > 0) return withNames(text, found)
  const decoded = asWritten(decodeField(text))
  return withNames(decoded, nearestIn(decoded))
}

/** An address and where it stands, with its brackets. */
interface Span {
  address: string
  start: number
  end: number
}

function nearestIn(text: string): Span[] {
  for (const visible of [hide(text, '"('), hide(text, '"'), text]) {
    const bracketed = inBrackets(visible)
    const isApart = ({ start }: Span) => !bracketed.some((other) => other.start <= start && start < other.end)
    const spans = [...bracketed, ...spansOf(visible, tightAddress).filter(isApart)]
    const found = spans.length > 0 ? spans : spansOf(visible, spacedAddress)
    if (found.length > 0) return found.slice(0, limits.addresses)
  }
  return []
}

const encodedWord = /=\?[^?\s]{1,100}\?[bq]\?[^?]*\?=/giu

/** Forms that look like the characters of the standard. */
const plainForms: Record<string, string> = {
  "<": "\uff1c\u2329\u3008\u300a\u27e8\u2039\ufe64",
  ">": "\uff1e\u232a\u3009\u300b\u27e9\u203a\ufe65",
  '"': "\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02",
  "'": "\u2018\u2019\u201a\uff07",
  "(": "\uff08",
  ")": "\uff09",
  "[": "\u3010\uff3b",
  "]": "\u3011\uff3d",
  "@": "\uff20\ufe6b",
  ".": "\uff0e\u3002\uff61",
  ",": "\uff0c\u3001",
  ";": "\uff1b",
  ":": "\uff1a",
}
const plainForm = new Map(
  Object.entries(plainForms).flatMap(([plain, forms]) => [...forms].map((form) => [form, plain] as const)),
)

/** As it looks: nothing invisible, single blanks, the characters of the standard, no quotation marks that an address does not need. */
function asWritten(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[^\0-\x7f]/gu, (character) => plainForm.get(character) ?? character)
    .replace(/"([^"\s@\\]{1,64})"@/g, "$1@")
}

/** Without what stands in closed quotation marks, or in comments too; everything else keeps its place. */
function hide(text: string, openings: string): string {
  let visible = ""
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string
    const end = openings.includes(character) ? endOf(text, at) : at
    visible += end === at ? character : "\0".repeat(end - at)
    at = Math.max(end, at + 1)
  }
  return visible
}

/** Behind the end of a quoted string or of a comment, which may hold others. The same place where it is not closed. */
function endOf(text: string, start: number): number {
  const isQuote = text[start] === '"'
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (isQuote ? at > start && text[at] === '"' : text[at] === ")" && --depth === 0) return at + 1
    else if (text[at] === "(") depth++
  }
  return start
}

const local = "\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_~.-"
const host = "\\p{L}\\p{N}\\p{M}._-"
const tightAddress = addressShape("")
const spacedAddress = addressShape(" ?")

/** Not a part of something with two at signs, which programs read in two ways. */
function addressShape(blank: string): RegExp {
  return new RegExp(
    `(?<![@${local}])([${local}]{1,64})${blank}@${blank}([${host}]{1,253})(?![${host}]|["' ]{0,3}@)`,
    "gu",
  )
}

/** Some programs fold an address, which leaves blanks at its dots. */
function inBrackets(text: string): Span[] {
  return [...text.matchAll(/<([^<>]*)>/g)].flatMap(({ 0: whole, 1: inside = "", index }) =>
    spansOf(inside.replace(/ ?([@.]) ?/g, "$1"), tightAddress).map(({ address }) => ({
      address,
      start: index,
      end: index + whole.length,
    })),
  )
}

function spansOf(text: string, shape: RegExp): Span[] {
  return [...text.matchAll(shape)].flatMap((match) => {
    const [whole, name = "", domain = ""] = match
    const end = match.index + whole.length
    const cleanDomain = domain.replace(/[._-]+$/, "")
    // A name without a dot may be half of one.
    const isWhole =
      cleanDomain.includes(".") || (!whole.includes(" ") && /^ ?($|[<>()[\]{}"',;:\0])/.test(text.slice(end)))
    const address = isWhole ? canonicalAddress(`${name.replace(/^['.*]+/, "")}@${cleanDomain}`) : undefined
    return address === undefined ? [] : { address, start: match.index, end }
  })
}

/** Each address once. With several of them, the words between two belong to the second. */
function withNames(text: string, spans: Span[]): MailAddress[] {
  const first = new Map(spans.toReversed().map((span) => [span.address, span]))
  return [...first.values()].reverse().map(({ address, start, end }) => {
    const from = Math.max(0, ...spans.filter((other) => other.end <= start).map((other) => other.end))
    const name = first.size > 1 ? nameOf(text.slice(from, start), "") : nameOf(text.slice(0, start), text.slice(end))
    return { name, address }
  })
}

function nameOf(before: string, after: string): string {
  const words = `${before.replace(/mailto:$/i, "")} ${after}`
    .replace(/\\(.)/g, "$1")
    .replace(encodedWord, (word) => decodeField(word))
    .replace(/[<>"[\]{}\0]| \( ?\)|^\( ?\)/g, " ")
    .replace(/ (?=[ ,;])/g, "")
  const name = cleanName(words).replace(/^[\s,;:'.]+|[\s,;:']+$/g, "")
  const isComment = /^\([^()]*\)?$/.test(name)
  return isComment ? name.replace(/^\(|\)$/g, "") : name
}

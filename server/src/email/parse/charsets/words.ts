import { limits } from "../limits.ts"
import { decodeEncodedWords } from "./encoded-words.ts"

/** Text that can be stored and shown: line feeds and tabs are the only control characters, and no half characters. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|\ufeff/gu, "")
    .toWellFormed()
}

/** The same of one line, without what turns the direction of reading so that it seems to say something else. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, "")
    .replace(/[\s\u2028\u2029]+/g, " ")
    .trim()
}

/** A field as people read it. */
export function decodeField(value: string): string {
  return cleanLine(decodeEncodedWords(value.slice(0, limits.fieldCharacters)))
}

/** At a character's end. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

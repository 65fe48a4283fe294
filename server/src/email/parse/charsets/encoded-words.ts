import { decodeWords } from "postal-mime"
import { decodeCharset, isSilentLabel } from "./charsets.ts"

/** Decoded once, whatever they decode to. Words whose bytes are not in the set that they name are read in the likeliest one. */
export function decodeEncodedWords(value: string): string {
  const text = decodeWords(value)
  const labels = [...value.matchAll(/=\?([^?*\s]{1,40})\?[bq]\?/gi)]
  const isDoubtful = text.includes("\ufffd") || labels.some(([, label = ""]) => isSilentLabel(label))
  if (!isDoubtful || labels.length > mostDoubtful) return text
  return value.replace(/\?=\s+(?==\?)/g, "?=").replace(sameCharset, (words, charset) => {
    const pieces = [...words.matchAll(/\?([bq])\?([^?]*)\?=/gi)]
    const bytes = pieces.map(([, encoding = "", content = ""]) => bytesOf(encoding, content))
    return decodeCharset(Buffer.concat(bytes), charset).text
  })
}

/** Each may cost a detection, and nobody writes more into a field that is not a list. */
const mostDoubtful = 10

/** A character may be split between two words. */
const sameCharset =
  /=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?[bq]\?[^?]*\?=(?:=\?\1(?:\*[^?\s]{0,40})?\?[bq]\?[^?]*\?=)*/gi

function bytesOf(encoding: string, content: string): Buffer {
  if (encoding.toLowerCase() === "b") return Buffer.from(content, "base64")
  const bytes = content
    .replaceAll("_", " ")
    .replace(/=([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(bytes, "latin1")
}

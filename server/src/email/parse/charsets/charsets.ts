import { isUtf8 } from "node:buffer"
import { decoderOf, findDecoder } from "./decoders.ts"
import { detectCharset } from "./detect-charset.ts"
import { decodeUtf8 } from "./utf8.ts"

/** Says nothing about letters beyond ASCII. */
const silent = new Set(["", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "default", "binary"])

export interface Decoded {
  text: string
  /** False where the name is of no character set that we read: what is there is a guess. */
  isKnown: boolean
}

/**
 * Always gives text. Bytes that are not valid in the set that they are labelled with are read in the likeliest one.
 * UTF-7 is none of those that are read: in it any text can turn into markup.
 */
export function decodeCharset(bytes: Uint8Array, label: string | undefined): Decoded {
  const name = nameOf(label ?? "")
  if (silent.has(name)) return { text: decodeUnlabelled(bytes), isKnown: true }
  const decoder = findDecoder(name)
  if (!decoder) return { text: decodeUnlabelled(bytes), isKnown: false }
  // Some programs name the set of their own strings: what is UTF-8 without a zero is not UTF-16.
  const saysUtf8 = decoder.encoding === "utf-8" || (decoder.encoding.startsWith("utf-16") && isUtf8Text(bytes))
  if (saysUtf8) return { text: decodeUtf8(bytes) ?? decodeDetected(bytes), isKnown: true }
  const text = decoder.decode(bytes)
  const isValid = !multiByte.has(decoder.encoding) || !text.includes("\ufffd")
  return { text: isValid ? text : decodeDetected(bytes, new Set([detectedName(decoder.encoding)])), isKnown: true }
}

const multiByte = new Set(["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"])

function isUtf8Text(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && isUtf8(bytes)
}

export function isSilentLabel(label: string): boolean {
  return silent.has(nameOf(label))
}

function nameOf(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replace(/^cs(?=iso|utf)/, "")
}

function decodeUnlabelled(bytes: Uint8Array): string {
  return decodeEvident(bytes) ?? decodeDetected(bytes)
}

/** Where the bytes themselves say what they are: UTF-8, or Japanese in seven bits with its escape sequences. */
export function decodeEvident(bytes: Uint8Array): string | undefined {
  const at = bytes.indexOf(0x1b)
  const isIso2022 = at >= 0 && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)
  return isIso2022 ? decoderOf("iso-2022-jp").decode(bytes) : decodeUtf8(bytes)
}

function decodeDetected(bytes: Uint8Array, named?: ReadonlySet<string>): string {
  return decoderOf(detectCharset(bytes, named)).decode(bytes)
}

/** The character sets that are named in the beginning of a message. The commonest ones say nothing about the others. */
export function namedCharsets(start: string): Set<string> {
  const names = [...start.matchAll(/charset\s*=\s*["']?([\w.:-]{1,40})|=\?([\w.:-]{1,40})\?[bq]\?/gi)]
  const encodings = names
    .slice(0, 20)
    .flatMap(([, label, word]) => findDecoder(nameOf(label ?? word ?? ""))?.encoding ?? [])
  const common = new Set(["utf-8", "windows-1252"])
  return new Set(encodings.filter((encoding) => !common.has(encoding)).map(detectedName))
}

/** Detection takes both for one, as the platform does when it decodes. */
function detectedName(encoding: string): string {
  return encoding === "gb18030" ? "gbk" : encoding
}

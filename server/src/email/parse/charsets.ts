import { TextDecoder } from "node:util"

/** Names that mail has for what the decoders of the platform call something else. */
const aliases: Record<string, string> = {
  cp932: "shift_jis",
  "windows-932": "shift_jis",
  "x-ms-cp932": "shift_jis",
  shiftjis: "shift_jis",
  eucjp: "euc-jp",
  cp51932: "euc-jp",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  "iso-2022-jp-ms": "iso-2022-jp",
  cp50220: "iso-2022-jp",
  cp50221: "iso-2022-jp",
  cp936: "gbk",
  "x-gb18030": "gb18030",
  "windows-936": "gbk",
  euckr: "euc-kr",
  cp949: "euc-kr",
  ks_c_5601: "euc-kr",
  cp950: "big5",
  "windows-950": "big5",
  "x-big5": "big5",
  cp874: "windows-874",
  utf_8: "utf-8",
  utf8mb4: "utf-8",
  "x-utf-8": "utf-8",
}

/** Says nothing about letters beyond ASCII. */
const silent = new Set(["", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "default", "binary"])

const strict = new TextDecoder("utf-8", { fatal: true })
const fallback = new TextDecoder("windows-1252")

export interface Decoded {
  text: string
  /** False where the name is of no character set that we read: what is there is a guess. */
  isKnown: boolean
}

/** Always gives text. UTF-7 is none of those that are read: in it any text can turn into markup. */
export function decodeCharset(bytes: Uint8Array, label: string | undefined): Decoded {
  const name = (label ?? "")
    .trim()
    .toLowerCase()
    .replace(/^cs(?=iso|utf)/, "")
  const decoder = silent.has(name) ? undefined : decoderOf(aliases[name] ?? name)
  return { text: decoder ? decoder.decode(bytes) : guess(bytes), isKnown: decoder !== undefined || silent.has(name) }
}

/** Refused names too, so that a message cannot make us try the same in vain again and again. */
const decoders = new Map<string, TextDecoder | undefined>()
const mostDecoders = 200

function decoderOf(label: string): TextDecoder | undefined {
  if (decoders.has(label)) return decoders.get(label)
  if (decoders.size >= mostDecoders) decoders.clear()
  let decoder: TextDecoder | undefined
  try {
    decoder = new TextDecoder(label)
  } catch {
    decoder = undefined
  }
  decoders.set(label, decoder)
  return decoder
}

/** What is valid UTF-8 is hardly ever anything else. */
function guess(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return fallback.decode(bytes)
  }
}

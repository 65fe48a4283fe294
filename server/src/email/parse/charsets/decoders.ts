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

/** Refused names too, so that a message cannot make us try the same in vain again and again. */
const decoders = new Map<string, TextDecoder | undefined>()
const mostDecoders = 200

/** A name that a message gives, in lower case; undefined where it is of no set that we read. */
export function findDecoder(name: string): TextDecoder | undefined {
  const label = aliases[name] ?? name
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

/** Of a name that the platform has. */
export function decoderOf(charset: string): TextDecoder {
  return findDecoder(charset) ?? new TextDecoder(charset)
}

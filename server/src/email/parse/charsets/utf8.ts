const strict = new TextDecoder("utf-8", { fatal: true })
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })
const western = new TextDecoder("windows-1252")

/** Whole characters of more than one byte, or bytes that belong to none. */
const run =
  /(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\x80-\xff]/g

/** A character that a limit of length has cut at the end. */
const cut = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/

/**
 * Undefined where it is another character set: what is valid UTF-8 is hardly ever anything else. Programs put texts of
 * others into their own, so that single bytes in it may be windows-1252.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return decodeMixed(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"))
  }
}

function decodeMixed(text: string): string | undefined {
  const pieces = text.match(run) ?? []
  const whole = pieces.filter((piece) => piece.length > 1)
  const valid = whole.join("").length
  // In other sets two bytes look like a character now and then, but seldom like the letters of western Europe alone.
  const most = whole.every((piece) => /^[\xc2\xc3\xe2]/.test(piece)) ? valid : valid / 3
  if (valid === 0 || pieces.length - whole.length > most) return undefined
  return text
    .replace(cut, "")
    .replace(run, (piece) => (piece.length > 1 ? utf8 : western).decode(Buffer.from(piece, "latin1")))
}

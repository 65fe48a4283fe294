/**
 * JSON in parts that come one behind the other: what is remembered as bytes, outside of V8's heap and encoded once, and
 * what is put between as text.
 */
export type Json = readonly (Buffer | string)[]

/**
 * Pieces of one text, in memory of their own: in one of Node's shared slabs they would hold all of it for as long as they are
 * remembered. Together, because each such memory takes a kilobyte more than what is in it.
 */
export function encode(texts: readonly string[]): Buffer[] {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const bytes = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0))
  let end = 0
  return texts.map((text, index) => {
    const start = end
    end += lengths[index] ?? 0
    bytes.write(text, start)
    return bytes.subarray(start, end)
  })
}

/** What a process grows by for each text that it remembers, beside its bytes: of V8, of malloc, and for its name and version. */
const besides = 1_500

export function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, besides)
}

export function assemble(parts: Json): Buffer {
  let length = 0
  for (const part of parts) length += typeof part === "string" ? Buffer.byteLength(part) : part.length
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const part of parts) at += typeof part === "string" ? bytes.write(part, at) : part.copy(bytes, at)
  return bytes
}

/** The items of a list, with what stands before, between and behind them. */
export function listed(before: string, items: Json[], behind: string): Json {
  return [before, ...items.flatMap((item, index) => (index === 0 ? item : [",", ...item])), behind]
}

/**
 * JSON in parts that come one behind the other: what is remembered as bytes, outside of V8's heap and encoded once, and
 * what is put between as text.
 */
export type Json = readonly (Buffer | string)[]

/** In memory of its own: a piece of Node's shared slabs would hold all of a slab for as long as it is remembered. */
export function encode(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
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

/** Properties of a message or a file as Outlook keeps them (MS-OXTNEF), by their number. */
export type Properties = Map<number, Property>

export interface Property {
  type: number
  /** Of several values the first. */
  value: Buffer
}

const mostProperties = 2_000
const mostValues = 10_000
const [objectType, several] = [0x0d, 0x1000]
/** How long values are whose length is not said. Each takes up four bytes or eight. */
const fixedLengths: Record<number, number> = {
  [0x02]: 4,
  [0x03]: 4,
  [0x04]: 4,
  [0x05]: 8,
  [0x06]: 8,
  [0x07]: 8,
  [0x0a]: 4,
  [0x0b]: 4,
  [0x14]: 8,
  [0x40]: 8,
  [0x48]: 16,
}
export const ansiType = 0x1e
export const unicodeType = 0x1f
const variable = new Set([objectType, ansiType, unicodeType, 0x102])

/** Ends where it cannot know how long a property is. Values are views: nothing is copied. */
export function readProperties(bytes: Buffer): Properties {
  const properties: Properties = new Map()
  const reader = new ByteReader(bytes)
  const count = Math.min(reader.number() ?? 0, mostProperties)
  for (let index = 0; index < count; index++) {
    const tag = reader.number()
    if (tag === undefined) break
    const [type, id] = [tag & 0xffff, tag >>> 16]
    if (id >= 0x8000 && !skipName(reader)) break
    const value = readValues(reader, type)
    if (!value) break
    if (!properties.has(id)) properties.set(id, { type: type & ~several, value })
  }
  return properties
}

/** Who has named the property, and how. */
function skipName(reader: ByteReader): boolean {
  const isNumbered = reader.take(16) && reader.number() === 0
  const length = reader.number()
  if (length === undefined) return false
  return isNumbered || reader.takePadded(length) !== undefined
}

function readValues(reader: ByteReader, type: number): Buffer | undefined {
  const single = type & ~several
  const fixed = fixedLengths[single]
  const isCounted = single !== type || variable.has(single)
  const count = isCounted ? reader.number() : 1
  if (count === undefined || count > mostValues || (fixed === undefined && !variable.has(single))) return undefined
  let first: Buffer | undefined = count === 0 ? Buffer.alloc(0) : undefined
  for (let index = 0; index < count; index++) {
    const length = fixed ?? reader.number()
    const value = length === undefined ? undefined : reader.takePadded(length)
    if (!value) return undefined
    first ??= value
  }
  return first
}

class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  number(): number | undefined {
    return this.take(4)?.readUInt32LE(0)
  }

  take(length: number): Buffer | undefined {
    if (length > this.#bytes.length - this.#at) return undefined
    const taken = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return taken
  }

  /** Values begin at every fourth byte; the last one need not be filled up. */
  takePadded(length: number): Buffer | undefined {
    const taken = this.take(length)
    if (taken) this.#at += (4 - (length % 4)) % 4
    return taken
  }
}

/** What is in a file of S/MIME (CMS, RFC 5652): what was signed, or something that only the key's owner can read. */
export type Cms = { kind: "signed"; content: Buffer } | { kind: "encrypted" }

const signedData = "2a864886f70d010702"
const encryptedKinds = new Set(["2a864886f70d010703", "2a864886f70d010706", "2a864886f70d0109100117"])

const tags = { octets: 0x04, objectId: 0x06, constructedOctets: 0x24, sequence: 0x30, first: 0xa0 }

/** Undefined where it is nothing of the kind, is cut, or holds certificates alone. No signature is checked. */
export function readCms(bytes: Buffer): Cms | undefined {
  const cursor = new DerCursor(bytes)
  try {
    cursor.enter(tags.sequence)
    const kind = cursor.objectId()
    if (encryptedKinds.has(kind)) return { kind: "encrypted" }
    if (kind !== signedData) return undefined
    cursor.enter(tags.first)
    cursor.enter(tags.sequence)
    // Its version, and how digests were made.
    cursor.skip()
    cursor.skip()
    cursor.enter(tags.sequence)
    cursor.objectId()
    cursor.enter(tags.first)
    return { kind: "signed", content: Buffer.concat(cursor.octets()) }
  } catch (error) {
    if (error instanceof MalformedDer) return undefined
    throw error
  }
}

class MalformedDer extends Error {}

/** Elements may be nested so deep where nobody wants to keep us busy. */
const mostDepth = 20

/** Reads elements one after the other, also those that do not say how long they are (BER). */
class DerCursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Goes on with the first element inside. */
  enter(tag: number): void {
    if (this.#header().tag !== tag) throw new MalformedDer()
  }

  objectId(): string {
    const { tag, length = 0 } = this.#header()
    if (tag !== tags.objectId) throw new MalformedDer()
    return this.#take(length).toString("hex")
  }

  skip(depth = 0): void {
    const { length } = this.#header()
    if (length !== undefined) this.#take(length)
    else while (!this.#atEnd(undefined, depth)) this.skip(depth + 1)
  }

  /** A string may come in pieces. */
  octets(depth = 0): Buffer[] {
    const { tag, length } = this.#header()
    if (tag === tags.octets && length !== undefined) return [this.#take(length)]
    if (tag !== tags.constructedOctets) throw new MalformedDer()
    const end = length === undefined ? undefined : this.#at + length
    const pieces: Buffer[] = []
    while (!this.#atEnd(end, depth)) for (const piece of this.octets(depth + 1)) pieces.push(piece)
    return pieces
  }

  /** Elements of no given length end with two zeros. */
  #atEnd(end: number | undefined, depth: number): boolean {
    if (depth > mostDepth) throw new MalformedDer()
    if (end !== undefined) return this.#at >= end
    if (this.#bytes[this.#at] !== 0 || this.#bytes[this.#at + 1] !== 0) return false
    this.#at += 2
    return true
  }

  #header(): { tag: number; length: number | undefined } {
    const [tag, first] = this.#take(2) as unknown as [number, number]
    if (first < 0x80) return { tag, length: first }
    if (first === 0x80) return { tag, length: undefined }
    const size = first - 0x80
    if (size > 4) throw new MalformedDer()
    return { tag, length: this.#take(size).readUIntBE(0, size) }
  }

  #take(length: number): Buffer {
    if (length > this.#bytes.length - this.#at) throw new MalformedDer()
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

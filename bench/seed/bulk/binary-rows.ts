/**
 * Rows in PostgreSQL's binary COPY format: the server then parses no text and, what costs most, sorts no words.
 * A row is begun with its number of columns; each call after that writes one column.
 */
export class BinaryRows {
  private bytes: Buffer
  private length = 0
  rows = 0

  constructor(sizeBytes = 1 << 16) {
    this.bytes = Buffer.allocUnsafeSlow(sizeBytes)
    this.header()
  }

  begin(columns: number): void {
    this.reserve(roomForNumbers)
    this.length = this.bytes.writeInt16BE(columns, this.length)
    this.rows++
  }

  null(): void {
    this.int(-1)
  }

  integer(value: number): void {
    this.int(4)
    this.int(value)
  }

  bigint(value: number | undefined): void {
    if (value === undefined) {
      this.null()
      return
    }
    this.int(8)
    this.long(value)
  }

  boolean(value: boolean | undefined): void {
    if (value === undefined) {
      this.null()
      return
    }
    this.int(1)
    this.bytes[this.length++] = value ? 1 : 0
  }

  /** Milliseconds since 1970; PostgreSQL counts microseconds since 2000. */
  moment(ms: number | undefined): void {
    if (ms === undefined) {
      this.null()
      return
    }
    this.int(8)
    this.long((ms - epochMs) * 1000)
  }

  text(value: string | undefined): void {
    if (value === undefined) {
      this.null()
      return
    }
    this.reserve(value.length * 3 + roomForNumbers)
    const written = this.bytes.write(value, this.length + 4, "utf8")
    this.int(written)
    this.length += written
  }

  /** A jsonb column: a version, then text. */
  json(value: object | undefined): void {
    if (value === undefined) {
      this.null()
      return
    }
    this.text(`\x01${JSON.stringify(value)}`)
  }

  texts(values: readonly string[]): void {
    if (values.length === 0) {
      this.raw(emptyTexts)
      return
    }
    this.measured(() => {
      for (const header of [1, 0, textType, values.length, 1]) this.int(header)
      for (const value of values) this.text(value)
    })
  }

  /** A column whose size is known only after it is written. */
  measured(write: () => void): void {
    this.reserve(roomForNumbers)
    const sizeAt = this.length
    this.length += 4
    write()
    this.bytes.writeInt32BE(this.length - sizeAt - 4, sizeAt)
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length + roomForNumbers)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Short runs are copied faster by hand than by a call. */
  rawShort(bytes: Uint8Array): void {
    if (this.length + bytes.length + roomForNumbers > this.bytes.length) this.reserve(bytes.length + roomForNumbers)
    const target = this.bytes
    let at = this.length
    for (let index = 0; index < bytes.length; index++) target[at++] = bytes[index]!
    this.length = at
  }

  int(value: number): void {
    const { bytes, length } = this
    bytes[length] = value >>> 24
    bytes[length + 1] = value >>> 16
    bytes[length + 2] = value >>> 8
    bytes[length + 3] = value
    this.length = length + 4
  }

  short(value: number): void {
    const { bytes, length } = this
    bytes[length] = value >>> 8
    bytes[length + 1] = value
    this.length = length + 2
  }

  get position(): number {
    return this.length
  }

  patchInt(position: number, value: number): void {
    this.bytes.writeInt32BE(value, position)
  }

  patchShort(position: number, value: number): void {
    this.bytes[position] = value >>> 8
    this.bytes[position + 1] = value
  }

  /** The complete COPY input so far; what follows starts a new one. */
  take(): Uint8Array {
    this.reserve(2)
    this.short(-1)
    const taken = this.bytes.subarray(0, this.length)
    this.bytes = Buffer.allocUnsafeSlow(Math.max(1 << 16, Math.ceil(this.length * 1.1)))
    this.length = 0
    this.rows = 0
    this.header()
    return taken
  }

  private header(): void {
    this.raw(signature)
  }

  /** Whole numbers up to 2^53, which microseconds do not reach before 2255. */
  private long(value: number): void {
    this.int(Math.floor(value / 0x100000000))
    this.int(value | 0)
  }

  private reserve(sizeBytes: number): void {
    if (this.length + sizeBytes <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + sizeBytes))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
}

/** A text column's bytes, made once for values that come again and again. */
export function textColumn(value: string): Uint8Array {
  const text = Buffer.from(value)
  const column = Buffer.alloc(4 + text.length)
  column.writeInt32BE(text.length)
  column.set(text, 4)
  return column
}

/** Fixed-size columns of one row never need more than this, so they need not ask for room one by one. */
const roomForNumbers = 1024

const epochMs = Date.UTC(2000, 0, 1)
const textType = 25
const signature = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)])
const emptyTexts = Buffer.from([0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, textType])

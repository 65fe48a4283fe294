/** Such as `[0x1000, "Hello"]`: a string is Unicode, a number takes four bytes, an object is one of a message. */
export type TnefProperty = [id: number, value: string | number | Buffer | { message: Buffer }]

export interface TnefFile {
  title?: string | Buffer
  contents?: string | Buffer
  properties?: TnefProperty[]
}

/** A `winmail.dat` as Outlook writes it. */
export function tnefFile(given: {
  properties?: TnefProperty[]
  records?: [kind: number, contents: Buffer][]
  files?: TnefFile[]
}): Buffer {
  const { properties = [], records = [], files = [] } = given
  return Buffer.concat([
    Buffer.from("789f3e220100", "hex"),
    ...records.map(([kind, contents]) => record(1, kind, contents)),
    ...(properties.length > 0 ? [record(1, 0x00069003, propertyList(properties))] : []),
    ...files.flatMap(({ title, contents, properties: own }) => [
      record(2, 0x00069002, Buffer.alloc(14)),
      ...(title === undefined ? [] : [record(2, 0x00018010, zeroEnded(title))]),
      ...(contents === undefined ? [] : [record(2, 0x0006800f, Buffer.from(contents as string))]),
      ...(own ? [record(2, 0x00069005, propertyList(own))] : []),
    ]),
  ])
}

/** Packed with nothing but literal bytes, eight behind each byte that says so. */
export function packedRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, "latin1")
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 8) chunks.push(Buffer.of(0), bytes.subarray(at, at + 8))
  const packed = Buffer.concat(chunks)
  return Buffer.concat([uint32(packed.length + 12), uint32(bytes.length), Buffer.from("LZFu"), uint32(0), packed])
}

function zeroEnded(text: string | Buffer): Buffer {
  return Buffer.concat([typeof text === "string" ? Buffer.from(text, "latin1") : text, Buffer.of(0)])
}

function record(level: number, kind: number, contents: Buffer): Buffer {
  return Buffer.concat([Buffer.of(level), uint32(kind), uint32(contents.length), contents, Buffer.alloc(2)])
}

function propertyList(properties: TnefProperty[]): Buffer {
  return Buffer.concat([uint32(properties.length), ...properties.map(propertyBytes)])
}

function propertyBytes([id, value]: TnefProperty): Buffer {
  const tag = (type: number) => uint32(type + id * 0x10000)
  if (typeof value === "number") return Buffer.concat([tag(0x03), uint32(value)])
  if (typeof value === "string") return Buffer.concat([tag(0x1f), sized(Buffer.from(`${value}\0`, "utf16le"))])
  if (Buffer.isBuffer(value)) return Buffer.concat([tag(0x102), sized(value)])
  return Buffer.concat([tag(0x0d), sized(Buffer.concat([Buffer.alloc(16), value.message]))])
}

function sized(value: Buffer): Buffer {
  return Buffer.concat([uint32(1), uint32(value.length), value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

import type { UnpackedFile } from "./uuencode.ts"

/*
 * Outlook puts attachments into one file, `winmail.dat`: records of a level, a kind, a length, contents and a checksum.
 * Only names and contents of files are taken out of it. Every length is checked against what is there.
 */

const signature = 0x223e9f78
const kinds = { begins: 0x00069002, title: 0x00018010, contents: 0x0006800f, properties: 0x00069005 }
const mostFiles = 200

/** Nothing where it is no such file, or holds none. */
export function readTnef(packed: Buffer): UnpackedFile[] {
  if (packed.length < 6 || packed.readUInt32LE(0) !== signature) return []
  const files: { title?: string; longName?: string | undefined; contents?: Buffer }[] = []
  for (let at = 6; at + 9 <= packed.length; ) {
    const kind = packed.readUInt32LE(at + 1)
    const length = packed.readUInt32LE(at + 5)
    const end = at + 9 + length
    if (end > packed.length) break
    const contents = packed.subarray(at + 9, end)
    const file = files.at(-1)
    if (kind === kinds.begins && files.length < mostFiles) files.push({})
    else if (file && kind === kinds.title) file.title = untilZero(contents).toString("latin1")
    else if (file && kind === kinds.contents) file.contents = contents
    else if (file && kind === kinds.properties) file.longName = longNameIn(contents)
    at = end + 2
  }
  return files.flatMap(({ title, longName, contents }) =>
    contents ? [{ filename: longName ?? title ?? "attachment", contents }] : [],
  )
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

const longFilename = 0x3707
const [ansi, unicode] = [0x1e, 0x1f]
/** How long values are whose length is not said. */
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
const variable = new Set([0x0d, ansi, unicode, 0x102])

/** The name that the file had before it was shortened to eight letters. It ends at the first property it does not know. */
function longNameIn(properties: Buffer): string | undefined {
  if (properties.length < 4) return undefined
  const count = Math.min(properties.readUInt32LE(0), 1_000)
  let at = 4
  for (let index = 0; index < count && at + 4 <= properties.length; index++) {
    const type = properties.readUInt16LE(at)
    const id = properties.readUInt16LE(at + 2)
    at += 4
    if (id >= 0x8000) return undefined
    const fixed = fixedLengths[type]
    if (fixed !== undefined) {
      at += fixed
      continue
    }
    if (!variable.has(type) || at + 8 > properties.length) return undefined
    const length = properties.readUInt32LE(at + 4)
    const value = properties.subarray(at + 8, at + 8 + length)
    if (value.length < length) return undefined
    if (id === longFilename && type === unicode) return value.toString("utf16le").replace(/\0.*$/s, "")
    if (id === longFilename && type === ansi) return untilZero(value).toString("latin1")
    at += 8 + length + ((4 - (length % 4)) % 4)
  }
  return undefined
}

export interface ImageSize {
  width: number
  height: number
}

/** Wider than any picture that somebody looks at, and well inside what the database takes. */
const largest = 1_000_000

/** Width and height as the beginning of a PNG, JPEG, GIF or WebP says; nothing for anything else or what is broken. */
export function imageSizeOf(contents: Buffer): ImageSize | undefined {
  const size = sizeOfPng(contents) ?? sizeOfGif(contents) ?? sizeOfWebp(contents) ?? sizeOfJpeg(contents)
  if (!size) return undefined
  return [size.width, size.height].every((length) => length >= 1 && length <= largest) ? size : undefined
}

function sizeOfPng(contents: Buffer): ImageSize | undefined {
  if (contents.length < 24 || contents.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return undefined
  return { width: contents.readUInt32BE(16), height: contents.readUInt32BE(20) }
}

function sizeOfGif(contents: Buffer): ImageSize | undefined {
  if (contents.length < 10 || !/^GIF8[79]a/.test(contents.toString("latin1", 0, 6))) return undefined
  return { width: contents.readUInt16LE(6), height: contents.readUInt16LE(8) }
}

/** Its three kinds begin with different chunks. */
function sizeOfWebp(contents: Buffer): ImageSize | undefined {
  if (contents.length < 30 || contents.toString("latin1", 0, 4) !== "RIFF") return undefined
  if (contents.toString("latin1", 8, 12) !== "WEBP") return undefined
  switch (contents.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: contents.readUIntLE(24, 3) + 1, height: contents.readUIntLE(27, 3) + 1 }
    case "VP8L": {
      const bits = contents.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case "VP8 ":
      return { width: contents.readUInt16LE(26) & 0x3fff, height: contents.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}

/** The size stands in the first frame, behind segments of any number that each say how long they are. */
function sizeOfJpeg(contents: Buffer): ImageSize | undefined {
  if (contents.length < 4 || contents.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= contents.length) {
    if (contents[at] !== 0xff) return undefined
    const marker = contents[at + 1] ?? 0
    const isFiller = marker === 0xff
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: contents.readUInt16BE(at + 7), height: contents.readUInt16BE(at + 5) }
    at += isFiller ? 1 : 2 + contents.readUInt16BE(at + 2)
  }
  return undefined
}

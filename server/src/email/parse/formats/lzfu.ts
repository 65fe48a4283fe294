const dictionary = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1",
)
const windowBytes = 4_096
const [compressed, plain] = [0x75465a4c, 0x414c454d]

/** Nobody writes more; what unpacks to more is cut. */
const mostBytes = 8 * 1024 * 1024

/** RTF as Outlook packs it (MS-OXRTFCP). Undefined where it is no such thing; what is cut ends early. */
export function unpackRtf(packed: Buffer): Buffer | undefined {
  if (packed.length < 16) return undefined
  const kind = packed.readUInt32LE(8)
  const size = Math.min(packed.readUInt32LE(4), mostBytes)
  if (kind === plain) return packed.subarray(16, 16 + size)
  if (kind !== compressed) return undefined
  const window = Buffer.alloc(windowBytes)
  dictionary.copy(window)
  // Two bytes stand for seventeen at most.
  const unpacked = Buffer.alloc(Math.min(size, (packed.length - 16) * 9))
  let [at, length, place] = [16, 0, dictionary.length]
  const put = (byte: number) => {
    window[place] = byte
    place = (place + 1) % windowBytes
    unpacked[length++] = byte
  }
  while (at < packed.length && length < unpacked.length) {
    const kinds = packed[at++] as number
    for (let bit = 0; bit < 8 && at < packed.length && length < unpacked.length; bit++) {
      if ((kinds & (1 << bit)) === 0) {
        put(packed[at++] as number)
        continue
      }
      if (at + 1 >= packed.length) return unpacked.subarray(0, length)
      const reference = packed.readUInt16BE(at)
      at += 2
      const start = reference >> 4
      if (start === place) return unpacked.subarray(0, length)
      const count = Math.min((reference & 15) + 2, unpacked.length - length)
      for (let index = 0; index < count; index++) put(window[(start + index) % windowBytes] as number)
    }
  }
  return unpacked.subarray(0, length)
}

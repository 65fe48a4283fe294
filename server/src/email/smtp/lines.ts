/** What a message must not have on the wire: it is where two servers would see different ends of it. */
export class BadLines extends Error {}

/** Far longer than any program writes one; the standard has 1,000. */
const longestLine = 2 ** 20

const [nul, lf, cr] = [0x00, 0x0a, 0x0d]

/** Passes on what comes, as long as every line ends with CR LF and neither stands anywhere else. */
export async function* strictLines(contents: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let previous = lf
  let length = 0
  for await (const chunk of contents) {
    for (const byte of chunk) {
      if (byte === nul) throw new BadLines("The message has a NUL in it")
      if ((byte === lf && previous !== cr) || (previous === cr && byte !== lf))
        throw new BadLines("The message has lines that do not end with CR LF")
      length = byte === lf ? 0 : length + 1
      if (length > longestLine) throw new BadLines(`The message has a line of more than ${longestLine} bytes`)
      previous = byte
    }
    yield chunk
  }
  if (previous === cr) throw new BadLines("The message has lines that do not end with CR LF")
}

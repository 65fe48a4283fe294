import { uudecode } from "./uuencode.ts"

/** `damaged`: read, though something in it does not belong there. `unreadable`: the bytes are those of the message. */
export interface Transferred {
  bytes: Buffer
  state: "whole" | "damaged" | "unreadable"
}

export function decodeTransfer(body: Buffer, encoding: string): Transferred {
  switch (encoding) {
    case "":
    case "7bit":
    case "8bit":
    case "binary":
      return { bytes: body, state: "whole" }
    case "base64":
      return decodeBase64(body)
    case "quoted-printable":
      return { bytes: decodeQuotedPrintable(body), state: "whole" }
    case "x-uuencode":
    case "x-uue":
    case "uuencode": {
      const [file] = uudecode(body.toString("latin1")).files
      return file ? { bytes: file.contents, state: "whole" } : { bytes: body, state: "unreadable" }
    }
    default:
      return { bytes: body, state: "unreadable" }
  }
}

function decodeBase64(body: Buffer): Transferred {
  const digits = body.toString("latin1").replace(/\s+/g, "")
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) {
    const isCut = digits.replace(/=+$/, "").length % 4 === 1
    return { bytes: Buffer.from(digits, "base64"), state: isCut ? "damaged" : "whole" }
  }
  const clean = digits.replace(/[^A-Za-z0-9+/=]+/g, "")
  // Three in a hundred are noise of a bad line; more of them, and it was never base64.
  if (digits.length - clean.length > Math.max(4, digits.length * 0.03)) return { bytes: body, state: "unreadable" }
  // Some programs end every line, or every file put into one part, with padding.
  const units = clean.split(/=+/).map((unit) => Buffer.from(unit, "base64"))
  return { bytes: Buffer.concat(units), state: clean === digits ? "whole" : "damaged" }
}

const equals = 0x3d

/** What is no escape stays as it is. */
function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number
    if (byte !== equals) {
      decoded[length++] = byte
      continue
    }
    const value = hexadecimal(body[at + 1]) * 16 + hexadecimal(body[at + 2])
    const end = softBreak(body, at + 1)
    if (!Number.isNaN(value)) {
      decoded[length++] = value
      at += 2
    } else if (end > 0) at = end
    else decoded[length++] = byte
  }
  return decoded.subarray(0, length)
}

/** Where the line ends after which the text goes on, though blanks were added to it on the way; 0 where it does not. */
function softBreak(body: Buffer, start: number): number {
  let at = start
  while (at - start < 80 && (body[at] === 0x20 || body[at] === 0x09)) at++
  if (at >= body.length) return body.length
  if (body[at] === 0x0d && body[at + 1] === 0x0a) return at + 1
  return body[at] === 0x0a ? at : 0
}

function hexadecimal(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

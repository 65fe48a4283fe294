import { uudecode } from "../formats/uuencode.ts"

/** `damaged`: read, though something in it does not belong there. `unreadable`: the bytes are those of the message. */
export interface Transferred {
  bytes: Buffer
  state: "whole" | "damaged" | "unreadable"
}

/** What no encoding that we know decodes is read as it stands: the body of such a message is nearly always plain text. */
export function decodeTransfer(body: Buffer, encoding: string): Transferred {
  switch (meantEncoding(encoding)) {
    case "base64":
      return decodeBase64(body)
    case "quoted-printable":
      return { bytes: decodeQuotedPrintable(body), state: "whole" }
    case "uuencode": {
      const [file] = uudecode(body.toString("latin1")).files
      return file ? { bytes: file.contents, state: "whole" } : { bytes: body, state: "unreadable" }
    }
    case "none":
      return { bytes: body, state: "whole" }
    default:
      return { bytes: body, state: "damaged" }
  }
}

/** Of a text also what it is without saying so: quoted-printable called 7bit or nothing at all. */
export function decodeTextTransfer(body: Buffer, encoding: string): Transferred {
  const isPlain = meantEncoding(encoding) !== "base64" && meantEncoding(encoding) !== "uuencode"
  return decodeTransfer(body, isPlain && isQuotedPrintable(body) ? "quoted-printable" : encoding)
}

/** As programs misspell it; undefined for names that say nothing to us. */
export function meantEncoding(given: string): "base64" | "quoted-printable" | "uuencode" | "none" | undefined {
  const name = given.replace(/[^a-z0-9]/g, "").replace(/^x(?=base|quoted|uue)/, "")
  if (/^(base|bas|b)-?64$/.test(name)) return "base64"
  if (/^(quoted?print.{0,8}|qp)$/.test(name)) return "quoted-printable"
  if (/^uue(ncode|ncoded)?$/.test(name)) return "uuencode"
  return plainNames.has(name) ? "none" : undefined
}

const plainNames = new Set(
  " 7 7bit 7bits 8 8bit 8bits binary bit none plain plaintext text textplain utf8 ascii usascii iso88591 identity unknown xunknown".split(
    " ",
  ),
)

/** The encoding's own long lines, and no `=` that it would have escaped. */
function isQuotedPrintable(body: Buffer): boolean {
  const text = body.subarray(0, 200_000).toString("latin1")
  return /^[^\n]{60,75}=\r?$/m.test(text) && /=[0-9A-F]{2}/.test(text) && !/=(?![0-9A-F]{2}|\r?\n|$)/.test(text)
}

function decodeBase64(body: Buffer): Transferred {
  const text = body.toString("latin1")
  // Words with blanks between them could pass for digits.
  const start = text.slice(0, 100_000)
  if ((start.match(/\S[ \t]+(?=\S)/g)?.length ?? 0) > start.length * 0.03) return { bytes: body, state: "unreadable" }
  const digits = text.replace(/\s+/g, "")
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) {
    const isCut = digits.replace(/=+$/, "").length % 4 === 1
    return { bytes: Buffer.from(digits, "base64"), state: isCut ? "damaged" : "whole" }
  }
  const footer = footerStart(text)
  if (footer > 0) {
    const units = decodeUnits(text.slice(0, footer).replace(/\s+/g, ""))
    return { bytes: Buffer.concat([units, Buffer.from("\r\n"), body.subarray(footer)]), state: "damaged" }
  }
  const clean = digits.replace(/[^A-Za-z0-9+/=]+/g, "")
  // Three in a hundred are noise of a bad line; more of them, and it was never base64.
  if (digits.length - clean.length > Math.max(4, digits.length * 0.03)) return { bytes: body, state: "unreadable" }
  return { bytes: decodeUnits(clean), state: clean === digits ? "whole" : "damaged" }
}

/** Some programs end every line, or every file put into one part, with padding. */
function decodeUnits(digits: string): Buffer {
  return Buffer.concat(digits.split(/=+/).map((unit) => Buffer.from(unit, "base64")))
}

/** Where the plain words begin that a list or a relay has put below encoded ones; 0 where there are none. */
function footerStart(text: string): number {
  let at = 0
  let digits = 0
  while (at < text.length) {
    const feed = text.indexOf("\n", at)
    const line = text.slice(at, feed < 0 ? text.length : feed).trimEnd()
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(line)) break
    digits += line.length
    at = feed < 0 ? text.length : feed + 1
  }
  if (at >= text.length) return 0
  const isNoise = /^[A-Za-z0-9+/]{40,}={0,2}\r?$/m.test(text.slice(at, at + 100_000))
  return digits >= 16 && digits % 4 === 0 && !isNoise ? at : 0
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

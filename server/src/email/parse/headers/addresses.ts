import { domainToASCII } from "node:url"
import { isAddress } from "../../../http/input/texts.ts"
import { decodeEncodedWords } from "../charsets/encoded-words.ts"
import { cleanLine, shorten } from "../charsets/words.ts"
import { limits } from "../limits.ts"
import type { MailAddress } from "../message.ts"

/** Of a list, what is no address or could be read as two is left out. */
export function readAddresses(field: string): MailAddress[] {
  const { mailboxes } = split(field.slice(0, limits.fieldCharacters))
  return mailboxes.slice(0, limits.addresses).flatMap((mailbox) => addressOf(mailbox) ?? [])
}

/** The mailboxes of a field in their order: undefined where one is no plain address, or where a group has them. */
export function readMailboxes(field: string): (MailAddress | undefined)[] {
  if (field.length > limits.fieldCharacters) return [undefined]
  const { mailboxes, hasGroup } = split(field)
  return mailboxes.map((mailbox) => (hasGroup ? undefined : addressOf(mailbox)))
}

const local = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-][\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]*$/u
const domain = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/

/**
 * The address as it is stored, shown and compared: the domain in ASCII and lower case. Nothing where programs could
 * differ about whose it is: quoted names, routes, comments, literals, encoded words, two at signs.
 */
export function canonicalAddress(given: string): string | undefined {
  const text = given.normalize("NFC")
  const at = text.indexOf("@")
  const [name, host] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || !local.test(name) || name.includes("=?")) return undefined
  const plain = /^[\x21-\x7e]+$/.test(host) ? host.toLowerCase() : internationalDomain(host)
  if (!domain.test(plain) || /^[\d.]+$/.test(plain)) return undefined
  const address = `${name}@${plain}`
  return isAddress(address) ? address : undefined
}

function internationalDomain(host: string): string {
  return /^[\p{L}\p{N}\p{M}.-]{1,253}$/u.test(host) ? domainToASCII(host) : ""
}

interface Mailbox {
  /** Words before the brackets. */
  words: string[]
  /** Some of them stand in quotation marks: they are part of a name, and of no address. */
  isQuoted: boolean
  comments: string[]
  /** What stands in brackets. */
  angles: string[]
  /** Whether words follow the brackets. */
  hasTail: boolean
  isBroken: boolean
}

function addressOf({ words, isQuoted, comments, angles, hasTail, isBroken }: Mailbox): MailAddress | undefined {
  const [angle] = angles
  if (isBroken || hasTail || angles.length > 1 || (angle === undefined && isQuoted)) return undefined
  const address = canonicalAddress(angle ?? words.join(" "))
  if (address === undefined) return undefined
  const name = angle === undefined ? comments.join(" ") : words.join(" ") || comments.join(" ")
  return { name: cleanName(name), address }
}

/** Decoded once, without marks that are not seen. */
export function cleanName(name: string): string {
  return shorten(
    cleanLine(decodeEncodedWords(name.slice(0, 2_000)))
      .replace(/^['"]+|['"]+$/g, "")
      .trim(),
    limits.nameCharacters,
  )
}

/** A list at its commas, which may stand in quotation marks, comments and groups; semicolons are taken for commas. */
function split(text: string): { mailboxes: Mailbox[]; hasGroup: boolean } {
  const mailboxes: Mailbox[] = []
  let mailbox = emptyMailbox()
  let [isInGroup, hasGroup] = [false, false]
  const end = () => {
    const { words, angles, comments, isBroken } = mailbox
    if (words.length + angles.length + comments.length > 0 || isBroken) mailboxes.push(mailbox)
    mailbox = emptyMailbox()
  }
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string
    const closing = closings[character]
    if (closing) {
      const found = closing(text, at)
      if (!found) mailbox.isBroken = true
      else if (character === "(") mailbox.comments.push(found.inside)
      else if (character === "<") mailbox.angles.push(found.inside.trim())
      else add(mailbox, found.inside, true)
      at = found?.end ?? text.length
    } else if (character === "," || character === ";") {
      if (character === ";") isInGroup = false
      end()
      at++
    } else if (character === ":") {
      // The name of a group; in the middle of anything else it belongs to nothing that we read.
      if (isInGroup || mailbox.angles.length > 0) mailbox.isBroken = true
      else {
        isInGroup = hasGroup = true
        mailbox = emptyMailbox()
      }
      at++
    } else {
      const [word = character] = /^[^\s,;:"(<]+/.exec(text.slice(at, at + 1_000)) ?? []
      if (!/^\s+$/.test(word)) add(mailbox, word, false)
      at += word.length
    }
  }
  end()
  return { mailboxes, hasGroup }
}

function emptyMailbox(): Mailbox {
  return { words: [], isQuoted: false, comments: [], angles: [], hasTail: false, isBroken: false }
}

function add(mailbox: Mailbox, word: string, isQuoted: boolean): void {
  if (mailbox.angles.length > 0) mailbox.hasTail = true
  else mailbox.words.push(word)
  if (isQuoted) mailbox.isQuoted = true
}

const closings: Record<string, (text: string, at: number) => { inside: string; end: number } | undefined> = {
  '"': quoted,
  "(": comment,
  "<": angle,
}

function quoted(text: string, at: number): { inside: string; end: number } | undefined {
  let inside = ""
  for (let index = at + 1; index < text.length; index++) {
    if (text[index] === '"') return { inside, end: index + 1 }
    if (text[index] === "\\") index++
    inside += text[index] ?? ""
  }
  return undefined
}

/** Comments within comments and escapes in them are read differently by too many: such a one is not taken for closed. */
function comment(text: string, at: number): { inside: string; end: number } | undefined {
  const [whole, inside = ""] = /^\(([^()\\]*)\)/.exec(text.slice(at, at + 1_000)) ?? []
  return whole === undefined ? undefined : { inside, end: at + whole.length }
}

function angle(text: string, at: number): { inside: string; end: number } | undefined {
  const end = text.indexOf(">", at)
  return end < 0 ? undefined : { inside: text.slice(at + 1, end), end: end + 1 }
}

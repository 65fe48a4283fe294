import { createHmac, timingSafeEqual } from "node:crypto"

/*
 * Names that only this desk can make: they stand in Message-ID and References, in the address that answers go to, and in
 * the envelope's sender, to which bounces go. Each names one mail of ours. Case is lost on the way, so they have none.
 */

/**
 * A message, a reference that a mail carries to itself, an answer of somebody, an answer of one of us, a bounce, a rating,
 * a test whether mail to a plus address arrives (it names the test instead of a mail).
 */
export type Purpose = "message" | "reference" | "reply" | "agent" | "bounce" | "rating" | "probe"

const letters: Record<Purpose, string> = {
  message: "m",
  reference: "t",
  reply: "r",
  agent: "a",
  bounce: "b",
  rating: "s",
  probe: "p",
}

/** What a name vouches for. The conversation is the one in which the mail was written, wherever it is now. */
export interface Named {
  purpose: Purpose
  mailId: number
  conversationId: number | null
  /** To whom the mail went first. */
  recipient: string
}

/** Such as `m2k-` and 26 letters and digits (130 bits). */
export function nameOf(key: Buffer, named: Named): string {
  return `${letters[named.purpose]}${named.mailId.toString(36)}-${seal(key, named)}`
}

export interface ReadName {
  purpose: Purpose
  mailId: number
  seal: string
}

const shape = /^([mtrabsp])([0-9a-z]{1,11})-([a-z2-7]{26})$/

/** Says only that it looks like one of ours: `isGenuine` tells, once the mail is known. */
export function readName(text: string): ReadName | undefined {
  const [, letter, id = "", given = ""] = shape.exec(text.toLowerCase()) ?? []
  const purpose = (Object.keys(letters) as Purpose[]).find((purpose) => letters[purpose] === letter)
  const mailId = Number.parseInt(id, 36)
  if (!purpose || !Number.isSafeInteger(mailId)) return undefined
  return { purpose, mailId, seal: given }
}

/** In an address: alone, or behind the plus of an inbox. */
export function nameInAddress(address: string): ReadName | undefined {
  const at = address.lastIndexOf("@")
  const local = at < 0 ? address : address.slice(0, at)
  return readName(local.slice(local.lastIndexOf("+") + 1))
}

/** Takes the same time whatever is wrong. */
export function isGenuine(key: Buffer, read: ReadName, named: Omit<Named, "purpose" | "mailId">): boolean {
  const expected = seal(key, { purpose: read.purpose, mailId: read.mailId, ...named })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(read.seal))
}

function seal(key: Buffer, { purpose, mailId, conversationId, recipient }: Named): string {
  const facts = JSON.stringify(["mail", purpose, mailId, conversationId, recipient.toLowerCase()])
  return base32(createHmac("sha256", key).update(facts).digest()).slice(0, 26)
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

function base32(bytes: Buffer): string {
  let text = ""
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return text
}

import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto"

/** What a browser has given out for messages to it. */
export interface BrowserKeys {
  /** Its point on P-256, uncompressed. */
  p256dh: Buffer
  auth: Buffer
}

/** Of the larger of the two sizes that a service must accept, and more than any of ours. */
const recordSize = 4_096

/** For one browser alone, as RFC 8291 says; in one record, with a key pair and salt that are never used again. */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  message: string,
  { pair = newPair(), salt = randomBytes(16) }: { pair?: ECDH; salt?: Buffer } = {},
): Buffer {
  const own = pair.getPublicKey()
  const derive = (from: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", from, by, info, length))
  const shared = derive(
    pair.computeSecret(p256dh),
    auth,
    Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, own]),
    32,
  )
  const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
  const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12)
  const cipher = createCipheriv("aes-128-gcm", key, nonce)
  // The 2 says that this is the last record.
  const sealed = Buffer.concat([cipher.update(message), cipher.update(Buffer.from([2])), cipher.final()])
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(recordSize, 16)
  head.writeUInt8(own.length, 20)
  return Buffer.concat([head, own, sealed, cipher.getAuthTag()])
}

function newPair(): ECDH {
  const pair = createECDH("prime256v1")
  pair.generateKeys()
  return pair
}

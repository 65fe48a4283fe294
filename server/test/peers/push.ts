import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto"

/** What a browser knows of a subscription of its own. */
export interface Browser {
  pair: ECDH
  p256dh: Buffer
  auth: Buffer
}

export function newBrowser(): Browser {
  const pair = createECDH("prime256v1")
  return { pair, p256dh: pair.generateKeys(), auth: randomBytes(16) }
}

/** As a browser reads what came for it (RFC 8188 and 8291). */
export function decrypt({ pair, p256dh, auth }: Browser, sealed: Buffer): string {
  const salt = sealed.subarray(0, 16)
  const length = sealed.readUInt8(20)
  const sender = sealed.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender])
  const shared = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: aes128gcm\0", 16))
  const nonce = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: nonce\0", 12))
  const decipher = createDecipheriv("aes-128-gcm", key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(21 + length, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

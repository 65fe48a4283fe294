import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { isIPv4 } from "node:net"

/** PEM, both. */
export interface Certificate {
  key: string
  cert: string
}

export interface CertificateOptions {
  /** What it is made out to: a host name, or an IPv4 address. */
  name: string
  from: Date
  until: Date
  /** Who signs it; itself unless given. */
  authority?: Certificate
}

const authorityName = "Test authority"

/** For a test, by hand: Node makes none, and a bare machine need not have openssl. */
export function makeCertificate({ name, from, until, authority }: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const key = privateKey.export({ type: "sec1", format: "pem" }).toString()
  const body = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(authority ? authorityName : name),
    sequence(time(from), time(until)),
    commonName(name),
    exported(publicKey),
    tagged(0xa3, sequence(name === authorityName ? mayIssue : madeOutTo(name))),
  )
  const signature = sign("sha256", body, authority?.key ?? key)
  return { key, cert: pem(sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.of(0), signature))) }
}

/** One that signs others, for a day. */
export function makeAuthority(now: Date): Certificate {
  const until = new Date(now.getTime() + 86_400_000)
  return makeCertificate({ name: authorityName, from: new Date(now.getTime() - 86_400_000), until })
}

/** DER: a tag, the length, the contents. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), contents])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const identifier = (hex: string) => tagged(0x06, Buffer.from(hex, "hex"))
const octets = (contents: Buffer) => tagged(0x04, contents)

const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"))

function commonName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(identifier("550403"), tagged(0x0c, Buffer.from(name)))))
}

/** YYMMDDhhmmssZ */
function time(moment: Date): Buffer {
  return tagged(0x17, Buffer.from(`${moment.toISOString().replace(/\D/g, "").slice(2, 14)}Z`))
}

function exported(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" })
}

const mayIssue = sequence(
  identifier("551d13"),
  tagged(0x01, Buffer.of(0xff)),
  octets(sequence(tagged(0x01, Buffer.of(0xff)))),
)

function madeOutTo(name: string): Buffer {
  const entry = isIPv4(name) ? tagged(0x87, Buffer.from(name.split(".").map(Number))) : tagged(0x82, Buffer.from(name))
  return sequence(identifier("551d11"), octets(sequence(entry)))
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? []
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n")
}

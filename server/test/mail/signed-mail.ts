import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { type DKIMSignOptions, dkimSign } from "mailauth"
import { type Dns, type Question, startDns } from "../peers/dns.ts"

/** A domain that signs its mail, and the DNS in which it says so. */
export interface SigningDomain {
  dns: Dns
  /** What DNS says, by name; tests change it. */
  texts: Map<string, string[]>
  sign(message: string, options?: Partial<DKIMSignOptions>): Promise<Buffer>
  /** Each of the fields as often as it is named, also where there are none left: nobody can add one (RFC 6376, 5.4.2). */
  signFirmly(message: string, fields: string[]): Buffer
}

type Keys = Record<string, KeyObject>

/** Signs with any of the selectors `rsa`, `long` (of so many bits) and `ed`; everybody else there says `no such name`. */
export async function signingDomain(domain: string, { longBits = 2_048 } = {}): Promise<SigningDomain> {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  const long = longBits === 2_048 ? rsa : generateKeyPairSync("rsa", { modulusLength: longBits })
  const ed = generateKeyPairSync("ed25519")
  const privateKeys: Keys = { rsa: rsa.privateKey, long: long.privateKey, ed: ed.privateKey }
  const texts = new Map([
    [`rsa._domainkey.${domain}`, [`v=DKIM1; k=rsa; p=${spki(rsa.publicKey).toString("base64")}`]],
    [`long._domainkey.${domain}`, [`v=DKIM1; k=rsa; p=${spki(long.publicKey).toString("base64")}`]],
    // Without what says that it is one (RFC 8463).
    [`ed._domainkey.${domain}`, [`v=DKIM1; k=ed25519; p=${spki(ed.publicKey).subarray(-32).toString("base64")}`]],
    [`_dmarc.${domain}`, ["v=DMARC1; p=reject"]],
    [domain, ["v=spf1 ip4:192.0.2.0/24 -all"]],
  ])
  const dns = await startDns(({ name, type }: Question) => (type === "TXT" && texts.get(name)) || "no such name")
  return {
    dns,
    texts,
    async sign(message, options = {}) {
      const selector = options.selector ?? "rsa"
      const key = privateKeys[selector]?.export({ type: "pkcs8", format: "pem" })
      const { signatures, errors } = await dkimSign(message, {
        signingDomain: domain,
        selector,
        privateKey: key ?? "",
        canonicalization: "relaxed/relaxed",
        ...options,
        signatureData: [{ signingDomain: domain, selector, privateKey: key ?? "", ...options }],
      })
      if (errors.length > 0) throw new Error(JSON.stringify(errors))
      return Buffer.from(signatures + message)
    },
    signFirmly: (message, fields) => signFirmly(message, { domain, fields, key: rsa.privateKey }),
  }
}

/** Written from the standard, relaxed both ways, and so also a second opinion on whoever checks it. */
function signFirmly(
  message: string,
  { domain, fields, key }: { domain: string; fields: string[]; key: KeyObject },
): Buffer {
  const [head = "", body = ""] = message.split(/\r\n\r\n(.*)/s)
  const left = head.split(/\r\n(?![ \t])/)
  const signed = fields.flatMap((field) => {
    const at = left.findLastIndex((line) => line.toLowerCase().startsWith(`${field.toLowerCase()}:`))
    return at === -1 ? [] : left.splice(at, 1)
  })
  const bodyHash = createHash("sha256").update(body).digest("base64")
  const parts = ["v=1", "a=rsa-sha256", "c=relaxed/relaxed", `d=${domain}`, "s=rsa", `h=${fields.join(":")}`]
  const unsigned = `DKIM-Signature: ${parts.join("; ")}; bh=${bodyHash}; b=`
  const text = [...signed, unsigned].map(relaxed).join("\r\n")
  return Buffer.from(`${unsigned}${sign("sha256", Buffer.from(text), key).toString("base64")}\r\n${message}`)
}

function relaxed(line: string): string {
  const [, name = "", value = ""] = /^([^:]+):(.*)$/s.exec(line) ?? []
  return `${name.trim().toLowerCase()}:${value
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ")
    .trim()}`
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" })
}

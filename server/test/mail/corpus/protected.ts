import { filePart, htmlPart, lineEnds, mail, multipart, parts, type Sample, textPart } from "./sample.ts"

const notice = "This message is encrypted. Deskhand cannot decrypt it; the encrypted text is attached."
const words = "My printer is on fire."
const html = `<p>${words}</p>`
const entity = `Content-Type: multipart/alternative; boundary=s\n\n${parts("s", textPart(words), htmlPart(html))}`

/** One element of a file of S/MIME, with its length; without it, as programs write it that sign while they send. */
function element(tag: number, ...contents: Buffer[]): Buffer {
  const inside = Buffer.concat(contents)
  return Buffer.concat([Buffer.of(tag, 0x82, inside.length >> 8, inside.length & 255), inside])
}

function endless(tag: number, ...contents: Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(tag, 0x80), ...contents, Buffer.alloc(2)])
}

const [version, digests] = [Buffer.from("020101", "hex"), Buffer.from("310d300b0609608648016503040201", "hex")]
const [signedData, plainData] = [
  Buffer.from("06092a864886f70d010702", "hex"),
  Buffer.from("06092a864886f70d010701", "hex"),
]

/** What is signed, in a file without signers: nobody checks them. */
function signed(content: string, make = element): Buffer {
  const bytes = Buffer.from(lineEnds(content))
  const half = bytes.length >> 1
  const octets =
    make === element
      ? element(0x04, bytes)
      : endless(0x24, element(0x04, bytes.subarray(0, half)), element(0x04, bytes.subarray(half)))
  return make(0x30, signedData, make(0xa0, make(0x30, version, digests, make(0x30, plainData, make(0xa0, octets)))))
}

function opaque(contents: Buffer, type = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"): Buffer {
  return mail(
    {
      "Content-Type": type,
      "Content-Transfer-Encoding": "base64",
      "Content-Disposition": "attachment; filename=smime.p7m",
    },
    contents.toString("base64"),
  )
}

/** Signed and encrypted messages. */
export const protectedMessages: Sample[] = [
  { name: "signed inside one file: its content", raw: opaque(signed(entity)), text: [words], body: [html] },
  {
    name: "signed inside one file, in pieces without lengths",
    raw: opaque(signed(entity, endless)),
    text: [words],
    body: [html],
  },
  {
    name: "signed inside a file of another type",
    raw: opaque(signed(`${textPart(words)}`), "application/octet-stream; name=smime.p7m"),
    text: [words],
  },
  {
    name: "signed inside one file, twice, with a file",
    raw: opaque(
      signed(
        `Content-Type: application/x-pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n${signed(`Content-Type: multipart/mixed; boundary=m\n\n${parts("m", textPart(words), filePart("application/pdf", "order.pdf"))}`).toString("base64")}`,
      ),
    ),
    text: [words],
    files: ["order.pdf"],
  },
  {
    name: "encrypted by S/MIME, and said by the file alone",
    raw: opaque(Buffer.from("MIAGCSqGSIb3DQEHA6CAMIACAQA=", "base64"), "application/pkcs7-mime"),
    text: [notice],
    body: [notice],
    files: ["smime.p7m"],
    flags: ["encrypted"],
  },
  {
    name: "signed by S/MIME: no claim is made (P17)",
    raw: mail(
      ...multipart(
        'signed; protocol="application/pkcs7-signature"; micalg=sha-256',
        textPart("Signed words"),
        filePart("application/pkcs7-signature; name=smime.p7s", "smime.p7s"),
      ),
    ),
    text: ["Signed words"],
    files: ["smime.p7s"],
  },
  {
    name: "signed by OpenPGP, brokenly (P17)",
    raw: mail(
      ...multipart(
        'signed; protocol="application/pgp-signature"',
        textPart("Signed words"),
        "Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\nbroken",
      ),
    ),
    text: ["Signed words"],
    files: ["signature.asc"],
  },
  {
    name: "encrypted by S/MIME (P17)",
    raw: mail(
      {
        "Content-Type": "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
        "Content-Transfer-Encoding": "base64",
        "Content-Disposition": "attachment; filename=smime.p7m",
      },
      "MIAGCSqGSIb3DQEHA6CAMIACAQA=",
    ),
    text: [notice],
    body: [notice],
    files: ["smime.p7m"],
    flags: ["encrypted"],
  },
  {
    name: "signed inside one file that is cut (P17)",
    raw: mail(
      { "Content-Type": "application/pkcs7-mime; smime-type=signed-data", "Content-Transfer-Encoding": "base64" },
      "MIAGCSqGSIb3DQEHAqCA",
    ),
    files: ["smime.p7m"],
  },
  {
    name: "encrypted by OpenPGP (P17)",
    raw: mail(
      ...multipart(
        'encrypted; protocol="application/pgp-encrypted"',
        "Content-Type: application/pgp-encrypted\n\nVersion: 1",
        "Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\nx\n-----END PGP MESSAGE-----",
      ),
    ),
    text: [notice],
    body: [notice],
    files: ["version.asc", "encrypted.asc"],
    flags: ["encrypted"],
  },
  {
    name: "encrypted in the text (P17)",
    raw: mail({}, "Hello,\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\nAnn"),
    text: [`Hello,\n${notice}\nAnn`],
    body: [notice],
    bodyLacks: ["hQEMA"],
    files: ["encrypted.asc"],
    flags: ["encrypted"],
  },
]

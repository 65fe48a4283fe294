import { filePart, mail, multipart, parts, type Sample, textPart } from "./sample.ts"

const words = "Où est ma commande ?"
const base64 = Buffer.from(words).toString("base64")
const quoted = "O=C3=B9 est ma commande ?"

/** A part of a multipart, because the encoding of a part is misspelt more often than that of a message. */
function encoded(encoding: string, body: string): Sample {
  return {
    name: `transfer encoding "${encoding}"`,
    raw: mail(
      ...multipart(
        "mixed",
        `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${body}`,
      ),
    ),
    text: [words],
  }
}

const plain = [
  "7-bit",
  "8-bit",
  "8bits",
  "7 bit",
  '"8bit"',
  "utf-8",
  "UTF8",
  "plain",
  "text/plain",
  "none",
  "x-unknown",
]
const misspeltQuoted = [
  "quoted printable",
  "quoted_printable",
  "quotedprintable",
  "Quoted-Printible",
  "x-quoted-printable",
]
const misspeltBase64 = ["base-64", "base_64", "base 64", "BASE64;", "x-base64", "'base64'"]

/** How a body was written for the way, as programs say it and get it wrong. */
export const encodings: Sample[] = [
  ...plain.map((encoding) => encoded(encoding, words)),
  ...misspeltQuoted.map((encoding) => encoded(encoding, quoted)),
  ...misspeltBase64.map((encoding) => encoded(encoding, base64)),
  { ...encoded("x-mangled", words), flags: ["undecodable_part"] },
  {
    name: "quoted-printable that is called 7bit",
    raw: mail(
      { "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "7bit" },
      `${quoted}\n\nJ'ai command=C3=A9 il y a deux semaines et je n'ai toujours rien re=C3=A7u =\nde vous.`,
    ),
    text: [words, "J'ai commandé il y a deux semaines et je n'ai toujours rien reçu de vous."],
  },
  {
    name: "somebody who asks what =C3=BC means",
    raw: mail({}, "Why does my invoice say M=C3=BCller?\nIt has been so since May=\n"),
    text: ["M=C3=BCller"],
  },
  {
    name: "an address with = among long lines",
    raw: mail({}, `See https://shop.example/?order=4711&x=C3 and ${"x".repeat(60)}=\nmore`),
    text: ["order=4711&x=C3"],
  },
  {
    name: "base64 with the plain footer of a list below it",
    raw: mail(
      { "Content-Transfer-Encoding": "base64" },
      `${base64}\n_______________________________________________\nTalk mailing list\nhttps://lists.example/talk`,
    ),
    text: [words, "Talk mailing list"],
    flags: ["undecodable_part"],
  },
  {
    name: "plain words that are called base64, alone",
    raw: mail({ "Content-Transfer-Encoding": "base64" }, "Hello, my printer is on fire.\nWhat shall I do?"),
    text: ["my printer is on fire"],
    flags: ["undecodable_part"],
  },
  {
    name: "all parts in base64 together",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=a", "Content-Transfer-Encoding": "base64" },
      Buffer.from(parts("a", textPart(words), filePart("application/pdf", "order.pdf"))).toString("base64"),
    ),
    text: [words],
    files: ["order.pdf"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "all parts in quoted-printable together",
    raw: mail(
      { "Content-Type": 'multipart/mixed; boundary="=_a"', "Content-Transfer-Encoding": "quoted-printable" },
      parts("=3D_a", `Content-Type: text/plain; charset=3Dutf-8\n\n${quoted}`),
    ),
    text: [words],
    flags: ["ambiguous_boundary"],
  },
]

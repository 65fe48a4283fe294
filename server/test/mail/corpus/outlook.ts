import { dot, filePart, mail, multipart, type Sample, textPart } from "./sample.ts"
import { packedRtf, tnefFile } from "./tnef-file.ts"

const [subject, body, rtf, html, codepage] = [0x0037, 0x1000, 0x1009, 0x1013, 0x3fde]
const [contentsOfFile, method, longName, mimeType, contentId] = [0x3701, 0x3705, 0x3707, 0x370e, 0x3712]
const words = "My printer is on fire."

function winmail(contents: Buffer, type = "application/ms-tnef"): string {
  return filePart(type, "winmail.dat").replace(/[^\n]*$/, contents.toString("base64"))
}

/** A message of nothing else, as Exchange relays it. */
function packed(contents: Buffer): Buffer {
  return mail(...multipart("mixed", winmail(contents)))
}

const encapsulated =
  packedRtf(String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial;}}
{\*\htmltag19 <html>}{\*\htmltag2 \par }{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Gr\'fc\'dfe {\*\htmltag84 &amp;}\htmlrtf &\htmlrtf0
 {\f1\'cf\'f0\'e8}, {\*\htmltag84 <b>}\htmlrtf {\b\htmlrtf0 on fire{\*\htmltag92 </b>}\htmlrtf }\htmlrtf0 \htmlrtf\par}\htmlrtf0
{\*\htmltag84 <img src="cid:dot@outlook">}{\*\mhtmltag84 <img src="other">}{\*\htmltag27 </html>}}`)

const plainRtf =
  packedRtf(String.raw`{\rtf1\ansi\ansicpg932\deff0{\fonttbl{\f0\fnil\fcharset128 Gothic;}{\f1\fcharset0 Arial;}}{\colortbl;\red0\green0\blue0;}{\*\generator Riched20;}{\info{\title hidden}}
\pard My printer\par {\b is} on fire. \'93\'fa\'96\'7b \f1 caf\'e9 \u8364?5\par{\field{\*\fldinst HYPERLINK "https://a.example"}{\fldrslt the order}}{\pict\wmetafile8 0102}\par}`)

/** What Outlook packs into `winmail.dat`. */
export const outlook: Sample[] = [
  {
    name: "files out of winmail.dat (P5)",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("see file"),
        winmail(
          tnefFile({
            files: [
              { title: "QUARTE~1.TXT", contents: "1 2 3", properties: [[longName, "Quarterly figures.txt"]] },
              { title: "short.txt", contents: "4" },
            ],
          }),
        ),
      ),
    ),
    text: ["see file"],
    files: ["Quarterly figures.txt", "short.txt"],
  },
  {
    name: "winmail.dat: a text",
    raw: packed(tnefFile({ properties: [[body, words]] })),
    text: [words],
    body: [words],
  },
  {
    name: "winmail.dat: an old text in the letters of its system",
    raw: packed(
      tnefFile({
        records: [
          [0x00069007, Buffer.from([0xe3, 4, 0, 0, 0, 0, 0, 0])],
          [0x0002800c, Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0])],
        ],
      }),
    ),
    text: ["Привет"],
  },
  {
    name: "winmail.dat: markup, with its picture",
    raw: packed(
      tnefFile({
        properties: [
          [codepage, 65001],
          [html, Buffer.from('<html><p>Où est <b>ma</b> commande ?<img src="cid:dot@outlook"></p></html>')],
          [body, "Où est ma commande ?"],
        ],
        files: [
          {
            title: "dot.gif",
            contents: Buffer.from(dot, "base64"),
            properties: [
              [contentId, "dot@outlook"],
              [mimeType, "image/gif"],
            ],
          },
        ],
      }),
    ),
    text: ["Où est ma commande ?"],
    body: ["<b>ma</b>", 'src="cid:dot@outlook"'],
    files: ["dot.gif*"],
  },
  {
    name: "winmail.dat: RTF that was made of markup",
    raw: packed(
      tnefFile({
        properties: [[rtf, encapsulated]],
        files: [{ title: "dot.gif", contents: Buffer.from(dot, "base64"), properties: [[contentId, "dot@outlook"]] }],
      }),
    ),
    text: ["Grüße & При, on fire"],
    body: ["<b>on fire</b>", 'src="cid:dot@outlook"'],
    bodyLacks: ["other", "Arial"],
    files: ["dot.gif*"],
  },
  {
    name: "winmail.dat: RTF alone",
    raw: packed(tnefFile({ properties: [[rtf, plainRtf]] })),
    text: ["My printer\nis on fire. 日本 café €5\nthe order"],
    bodyLacks: ["hidden", "Riched20", "HYPERLINK", "0102", "Gothic"],
  },
  {
    name: "winmail.dat: its subject, where the mail has none",
    raw: mail(
      { ...multipart("mixed")[0], Subject: null },
      multipart(
        "mixed",
        winmail(
          tnefFile({
            properties: [
              [subject, "Printer"],
              [body, words],
            ],
          }),
        ),
      )[1],
    ),
    subject: "Printer",
    text: [words],
  },
  {
    name: "winmail.dat: the same words outside",
    raw: mail(
      ...multipart(
        "mixed",
        textPart(words),
        winmail(
          tnefFile({ properties: [[rtf, packedRtf(`{\\rtf1 ${words}}`)]], files: [{ title: "a.txt", contents: "1" }] }),
        ),
      ),
    ),
    text: [words],
    body: [`<p>${words}</p>`],
    files: ["a.txt"],
  },
  {
    name: "winmail.dat: more words than the footer outside",
    raw: mail(...multipart("mixed", winmail(tnefFile({ properties: [[body, words]] })), textPart("Sent by a list"))),
    text: [words, "Sent by a list"],
  },
  {
    name: "winmail.dat: a message in it, with a file",
    raw: packed(
      tnefFile({
        properties: [[body, words]],
        files: [
          {
            properties: [
              [method, 5],
              [
                contentsOfFile,
                {
                  message: tnefFile({
                    properties: [
                      [subject, "Your order"],
                      [body, "inner words"],
                    ],
                    files: [{ title: "inner.txt", contents: "1" }],
                  }),
                },
              ],
            ],
          },
        ],
      }),
    ),
    text: [words],
    bodyLacks: ["inner words"],
    files: ["Your order.eml", "inner.txt"],
  },
  {
    name: "winmail.dat by another type, its file in a property",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("see file"),
        winmail(
          tnefFile({
            files: [
              {
                properties: [
                  [contentsOfFile, Buffer.from("1")],
                  [longName, "Größe.txt"],
                ],
              },
            ],
          }),
          "application/octet-stream",
        ),
      ),
    ),
    text: ["see file"],
    files: ["Größe.txt"],
  },
  {
    name: "winmail.dat that holds nothing stays a file",
    raw: mail(...multipart("mixed", textPart("see file"), winmail(tnefFile({})))),
    text: ["see file"],
    files: ["winmail.dat"],
  },
]

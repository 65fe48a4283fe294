import { dot, filePart, htmlPart, mail, multipart, parts, picturePart, type Sample, textPart } from "./sample.ts"

const words = "My printer is on fire."
const empty = [
  ["nothing", ""],
  [
    "blanks",
    "<html><head><title>x</title><style>p { color: red }</style></head><body>\n<p> &nbsp;&#8203;</p></body></html>",
  ],
  ["a tracking picture", '<div><br></div><img src="https://track.example/p.gif" width="1" height="1">'],
  ["words that its style hides", '<div style="display: none">Hidden <div>twice</div> again</div><p>&nbsp;</p>'],
  ["a punctuation mark", "<p>.</p>"],
  ["fillers", "<p>\u034f \u200c \u00ad \u2007</p>"],
] as const

/** Messages that programs write so that nothing is shown, though they say something. */
export const blanks: Sample[] = [
  ...empty.map(
    ([name, html]): Sample => ({
      name: `markup of ${name} beside a text`,
      raw: mail(...multipart("alternative", textPart(words), htmlPart(html))),
      text: [words],
      body: [words],
      flags: html.includes("track.example") ? ["remote_pictures"] : [],
    }),
  ),
  {
    name: "an empty text before the markup",
    raw: mail(...multipart("alternative", textPart("\n \n"), htmlPart(`<p>${words}</p>`))),
    text: [words],
    body: [words],
  },
  {
    name: "an empty text before another text",
    raw: mail(...multipart("alternative", textPart(" "), textPart(words))),
    text: [words],
    body: [words],
  },
  {
    name: "words in the first markup, nothing in the last",
    raw: mail(...multipart("alternative", htmlPart(`<p>${words}</p>`), htmlPart("<p>&nbsp;</p>"))),
    text: [words],
    body: [words],
  },
  {
    name: "nothing but a picture of its own beside a text",
    raw: mail(
      ...multipart(
        "alternative",
        textPart(words),
        `Content-Type: multipart/related; boundary=r\n\n${parts("r", htmlPart('<img src="cid:a@b">'), picturePart("a@b"))}`,
      ),
    ),
    text: [words],
    body: [words, 'src="cid:a@b"'],
    files: ["dot.gif*"],
  },
  {
    name: "markup and a text below it in the best form",
    raw: mail(
      ...multipart(
        "alternative",
        textPart(words),
        `Content-Type: multipart/mixed; boundary=m\n\n${parts("m", htmlPart(`<p>${words}</p>`), textPart("Sent by the gate"))}`,
      ),
    ),
    text: [words],
    body: [words, "Sent by the gate"],
  },
  {
    name: "markup, then a text (mixed)",
    raw: mail(...multipart("mixed", htmlPart("<p>Above</p>"), textPart(words))),
    text: [words, "Above"],
    body: ["<p>Above</p>", words],
  },
  {
    name: "the only text is attached, without a name",
    raw: mail({ "Content-Type": "text/plain; charset=utf-8", "Content-Disposition": "attachment" }, words),
    text: [words],
    body: [words],
  },
  {
    name: "the only text is attached, with a name: it stays a file too",
    raw: mail(
      ...multipart(
        "mixed",
        filePart("image/gif", "dot.gif", Buffer.from(dot, "base64").toString("latin1")),
        filePart("text/plain", "note.txt", words),
      ),
    ),
    text: [words],
    body: [words],
    files: ["dot.gif", "note.txt"],
  },
  {
    name: "the text is inline with a name, behind an empty one",
    raw: mail(
      ...multipart(
        "mixed",
        textPart(""),
        `Content-Type: text/html; name=m.html\nContent-Disposition: inline; filename=m.html\n\n<p>${words}</p>`,
      ),
    ),
    text: [words],
    body: [`<p>${words}</p>`],
    files: ["m.html"],
  },
  ...[
    ["text/enriched", `<bold>${words}</bold>`],
    ["text/htm", `<p>${words}</p>`],
    ["application/xhtml+xml", `<p>${words}</p>`],
    ["text/markdown", words],
    ["plain/text", words],
    ["text/rtf", `{\\rtf1\\ansi ${words}}`],
  ].map(
    ([type = "", body = ""]): Sample => ({
      name: `nothing but ${type}`,
      raw: mail({ "Content-Type": type }, body),
      text: [words],
      body: [words],
    }),
  ),
  ...["text/plain", "text/html"].map(
    (type): Sample => ({
      name: `${type} that says UTF-16 and is not`,
      raw: mail({ "Content-Type": `${type}; charset=utf-16` }, words),
      text: [words],
      body: [words],
    }),
  ),
  {
    name: "an attached text stays a file where there are words",
    raw: mail(...multipart("mixed", textPart(words), filePart("text/plain", "log.txt", "secret log"))),
    text: [words],
    bodyLacks: ["secret log"],
    files: ["log.txt"],
  },
  ...[
    ["none is named", "multipart/mixed"],
    ["in other letters", 'multipart/mixed; boundary="PART-x1"'],
    ["with other quotation marks", "multipart/mixed; boundary='Part-X1'"],
    ["with a quotation mark that does not end", 'multipart/mixed; boundary="Part-X1; type=text/plain'],
    ["cut in the middle", "multipart/mixed; boundary=Part"],
  ].map(
    ([name, type]): Sample => ({
      name: `a boundary that never comes: ${name}`,
      raw: mail(
        { "Content-Type": type as string },
        `This is a message in MIME format.\n\n${parts("Part-X1", textPart(words), filePart("application/pdf", "order.pdf"))}`,
      ),
      text: [words],
      bodyLacks: ["MIME format", "Part-X1"],
      files: ["order.pdf"],
      flags: ["ambiguous_boundary"],
    }),
  ),
  {
    name: "a boundary with blanks behind it",
    raw: mail({ "Content-Type": 'multipart/mixed; boundary="a b  "' }, `--a b   \n${textPart(words)}\n--a b--\t\n`),
    text: [words],
  },
  {
    name: "an inner boundary that never comes, and no end",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=outer" },
      `--outer\nContent-Type: multipart/alternative; boundary=wrong\n\n--right\n${textPart(words)}\n--right\n${htmlPart(`<p>${words}</p>`)}\n--outer\n${filePart("application/pdf", "order.pdf")}`,
    ),
    text: [words],
    body: [`<p>${words}</p>`],
    files: ["order.pdf"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "a line that looks like a boundary before the one that is named",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=named" },
      `--other\n${filePart("application/x-msdownload", "evil.exe")}\n--named\n${textPart(words)}\n--named--`,
    ),
    text: [words],
  },
]

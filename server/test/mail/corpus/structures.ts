import { filePart, htmlPart, mail, multipart, parts, picturePart, type Sample, textPart } from "./sample.ts"

/** Messages that are built wrongly, by mistake or on purpose. */
export const structures: Sample[] = [
  {
    name: "nested 200 deep is read (P1)",
    raw: nested(200),
    text: ["innermost"],
  },
  { name: "nested 2,000 deep is not (P1)", raw: nested(2_000), incomplete: "too_deep" },
  { name: "nested 20,000 deep is not (P1)", raw: nested(20_000), incomplete: "too_deep" },
  {
    name: "100,000 empty parts (P2)",
    raw: mail({ "Content-Type": "multipart/mixed; boundary=a" }, `--a\n\nfirst words\n${"--a\n\n".repeat(100_000)}`),
    text: ["first words"],
    incomplete: "too_many_parts",
  },
  {
    name: "200,000 header fields (P2)",
    raw: mail({ "X-A": `b${"\r\nX-A: b".repeat(200_000)}` }, "words"),
    text: ["words"],
    incomplete: "headers_too_large",
  },
  {
    name: "one header field of 5 MB (P2)",
    raw: mail({ "X-A": "b".repeat(5_000_000) }, "words"),
    text: ["words"],
    incomplete: "headers_too_large",
  },
  {
    name: "no final boundary (P3)",
    raw: mail({ "Content-Type": "multipart/mixed; boundary=a" }, `--a\n${textPart("one")}\n--a\n${textPart("two")}`),
    text: ["one", "two"],
  },
  {
    name: "the boundary within a text ends it (P3)",
    raw: mail({ "Content-Type": "multipart/mixed; boundary=a" }, `--a\n${textPart("one")}\n--a\n\ntwo\n--a--\nthree`),
    text: ["one", "two"],
    bodyLacks: ["three"],
  },
  {
    name: "a line that only begins like the boundary (P3)",
    raw: mail({ "Content-Type": "multipart/mixed; boundary=a" }, parts("a", textPart("one\n--ab\ntwo\n--a-\nthree"))),
    text: ["--ab", "--a-", "three"],
  },
  {
    name: "an empty boundary (P3)",
    raw: mail({ "Content-Type": 'multipart/mixed; boundary=""' }, "--\n\nwords\n----"),
    text: ["words"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "no boundary at all (P3)",
    raw: mail({ "Content-Type": "multipart/mixed" }, "--a\n\nwords\n--a--"),
    text: ["words"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "a boundary of 200 characters (P3)",
    raw: mail(
      { "Content-Type": `multipart/mixed; boundary=${"x".repeat(200)}` },
      parts("x".repeat(200), textPart("words")),
    ),
    text: ["words"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "two boundaries: the first counts (P3)",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=a; boundary=b" },
      `--a\n${textPart("first")}\n--b\n${filePart("application/x-msdownload", "evil.exe")}\n--b--\n--a--`,
    ),
    text: ["first"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "one boundary for two levels (P3)",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=a" },
      `--a\nContent-Type: multipart/mixed; boundary=a\n\n--a\n${textPart("inner")}\n--a--\n--a--`,
    ),
    text: ["inner"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "a multipart in which the boundary never comes (P3)",
    raw: mail({ "Content-Type": "multipart/mixed; boundary=a" }, "just words"),
    text: ["just words"],
    flags: ["ambiguous_boundary"],
  },
  {
    name: "two kinds of content: the first counts (P4)",
    raw: mail({ "Content-Type": "text/plain\r\nContent-Type: text/html" }, "<b>words</b>"),
    text: ["<b>words</b>"],
    flags: ["repeated_header"],
  },
  {
    name: "two encodings: the first counts (P4)",
    raw: mail({ "Content-Transfer-Encoding": "7bit\r\nContent-Transfer-Encoding: base64" }, "d29yZHM="),
    text: ["d29yZHM="],
    flags: ["repeated_header"],
  },
  {
    name: "base64 with noise (P5)",
    raw: mail(
      { "Content-Transfer-Encoding": "base64" },
      "VGhpcyBpcyB!hIGxvbmcgZW5vdWdoIHRleHQgd2l0aCBhIGJpdCBvZiBub2lzZSBpbiBpdC4=\n",
    ),
    text: ["This is a long enough text with a bit of noise in it."],
    flags: ["undecodable_part"],
  },
  {
    name: "base64 without padding, and with too much in the middle (P5)",
    raw: mail(
      ...multipart(
        "mixed",
        "Content-Transfer-Encoding: base64\n\nb25l",
        "Content-Transfer-Encoding: base64\n\ndHdv\nIQ==\ndGhyZWU=",
      ),
    ),
    text: ["one", "two!three"],
  },
  {
    name: "no base64 at all: read as it stands (P5)",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("see file"),
        "Content-Transfer-Encoding: base64\n\n<<<<¡¡¡ not base64 at all !!! >>>>",
      ),
    ),
    text: ["see file", "<<<<¡¡¡ not base64 at all !!! >>>>"],
    flags: ["undecodable_part"],
  },
  {
    name: "one line of base64 of 10 MB (P5)",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("big"),
        `Content-Type: application/zip\nContent-Disposition: attachment; filename=big.zip\nContent-Transfer-Encoding: base64\n\n${"QUJD".repeat(2_500_000)}`,
      ),
    ),
    text: ["big"],
    files: ["big.zip"],
  },
  {
    name: "an encoding on a multipart means nothing (P5)",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=a", "Content-Transfer-Encoding": "base64" },
      parts("a", textPart("words")),
    ),
    text: ["words"],
  },
  {
    name: "quoted-printable with tricks (P5)",
    raw: mail({ "Content-Transfer-Encoding": "quoted-printable" }, "so=  \nft =3D =ZZ = =4\n=C3=A9 100%=\n"),
    text: ["soft = =ZZ = =4\né 100%"],
  },
  {
    name: "an encoding that nobody knows: read as it stands (P5)",
    raw: mail(
      ...multipart(
        "mixed",
        "Content-Type: text/plain\nContent-Transfer-Encoding: x-secret\n\nqqq",
        "Content-Type: application/x-a; name=a.bin\nContent-Transfer-Encoding: x-secret\n\nrrr",
      ),
    ),
    text: ["qqq"],
    files: ["a.bin"],
    flags: ["undecodable_part"],
  },
  {
    name: "a file within the text, by uuencode (P5)",
    raw: mail({}, "Here it is:\nbegin 644 cat.txt\n#0V%T\n`\nend\nBye"),
    text: ["Here it is:\nBye"],
    files: ["cat.txt"],
  },
  {
    name: "uuencode that does not end stays text (P5)",
    raw: mail({}, "begin 644 cat.txt\n#0V%T\nbut then words"),
    text: ["begin 644 cat.txt", "but then words"],
  },
  {
    name: "yEnc: kept as it came (P5)",
    raw: mail(
      {},
      Buffer.from("Hello\r\n=ybegin line=128 size=3 name=cat.txt\r\nm\x8b\x9e\r\n=yend size=3\r\n", "latin1"),
    ),
    text: ["Hello"],
    files: ["message.yenc"],
    flags: ["undecodable_part"],
  },
  {
    name: "a message within a message within a message, 1,000 deep (P16)",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("outer"),
        `Content-Type: message/rfc822\n\nSubject: Inner\n${"Content-Type: message/rfc822\n\n".repeat(1_000)}words`,
      ),
    ),
    text: ["outer"],
    files: ["Inner.eml"],
  },
  {
    name: "contents that are elsewhere are not fetched (P16)",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("see"),
        'Content-Type: message/external-body; access-type=URL; URL="http://evil.example/x"\n\nContent-Type: text/plain\n',
      ),
    ),
    text: ["see"],
    files: ["attachment"],
  },
  {
    name: "a piece of a message is not put together (P16)",
    raw: mail({ "Content-Type": 'message/partial; id="x@y"; number=1; total=2' }, "Subject: half\n\nhalf"),
    files: ["attachment"],
  },
  {
    name: "pictures that are not there (P15)",
    raw: mail(...multipart("related", htmlPart('<p>x<img src="cid:other@message"></p>'), picturePart("mine"))),
    text: ["x"],
    bodyLacks: ["cid:"],
    files: ["dot.gif"],
  },
  {
    name: "two pictures of one name: the first (P15)",
    raw: mail(...multipart("related", htmlPart('<img src="CID:a%40b">'), picturePart("a@b"), picturePart("a@b"))),
    body: ['src="cid:a@b"'],
    files: ["dot.gif*", "dot.gif"],
  },
  {
    name: "a picture that is a page or can run (P15)",
    raw: mail(
      ...multipart(
        "related",
        htmlPart('<p>x<img src="cid:page"><img src="cid:drawing"></p>'),
        filePart("text/html", "page.html", "<script>", "Content-ID: <page>\n"),
        picturePart("drawing", "image/svg+xml"),
      ),
    ),
    text: ["x"],
    bodyLacks: ["cid:"],
    files: ["page.html", "dot.gif"],
  },
]

function nested(depth: number): Buffer {
  let body = ""
  for (let level = 1; level < depth; level++)
    body += `--b${level - 1}\nContent-Type: multipart/mixed; boundary=b${level}\n\n`
  return mail({ "Content-Type": "multipart/mixed; boundary=b0" }, `${body}--b${depth - 1}\n\ninnermost`)
}

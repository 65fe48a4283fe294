import fc from "fast-check"

/** What a function takes. Those of the last kind only call, or are called by, functions of the other kinds. */
type BodyKind = "markup" | "text" | "assembled"

export type BodyFunctions = Partial<Record<BodyKind, Record<string, (body: string) => unknown>>>

/** A body of any size: the larger is the smaller with more of the same. */
export interface HostileBody {
  name: string
  ofSize(characters: number): string
}

/** What parsers and regular expressions go back over, or keep until something ends. */
const fragments = [
  "<blockquote>",
  "</blockquote>",
  "<div><p>",
  "</x>",
  "<b>",
  "<table><tr><td>",
  "<td>",
  "<p",
  "<",
  ">",
  "<a href='",
  '<a href="http://a.example/b">c</a>',
  '<img src="x:y" alt="z">',
  '<img src="cid:a',
  "<br>",
  "<li>",
  "<form>",
  "<svg/>",
  "<iframe>",
  "<noscript>",
  "<script>",
  "</script",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?x",
  "&",
  "&amp;",
  "&#",
  "&#x1F600;",
  "&notanentity",
  ' style="color:rgb(((((("',
  '<i style="a:url((((">',
  " a=b",
  "\n",
  "\r\n",
  " ",
  "\t",
  "\n> ",
  "\n>>>> ",
  ">",
  "\nOn Monday, Ann wrote:\n",
  "\nFrom: a\nSent: b\nTo: c\n",
  "\nFrom: a@b\n",
  "\nOn 1 at 10:00 a\n",
  '<p class="moz-cite-prefix">a</p>',
  '<div class="gmail_quote">a:',
  "<pre>a\nb\n",
  "-----Original Message-----",
  "\nbegin 644 a\n",
  "#",
  "x",
  "word ",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "http://a.example/",
  "................",
  "@ada ",
  "ä",
  "e\u0301",
  "漢字",
  "😀",
  '"',
  "'",
  "(",
  "=",
  "attach",
  "{%a",
  ",fallback=",
  "%}",
]

const fragment = fc.constantFrom(...fragments)

/** Something at the beginning, something again and again, and something at the end. */
export const hostileBody: fc.Arbitrary<HostileBody> = fc
  .record({
    head: fc.array(fragment, { maxLength: 3 }),
    repeated: fc.array(fragment, { minLength: 1, maxLength: 4 }),
    tail: fc.array(fragment, { maxLength: 2 }),
  })
  .map(({ head, repeated, tail }) => bodyOf(head.join(""), repeated.join(""), tail.join("")))

export function bodyOf(head: string, unit: string, tail = ""): HostileBody {
  return {
    name: JSON.stringify([head.slice(0, 100), unit, tail]),
    ofSize: (characters) => head + unit.repeat(Math.ceil(characters / unit.length)) + tail,
  }
}

const longWord = bodyOf("", "x")
const whiteSpace = bodyOf("", " ", "x")

/**
 * The bodies that each kind of function reads in `npm test`. Many of them once took quadratic time. The last kind
 * gets few, because the others read the same bodies with the same code.
 */
export const hostileBodies: Record<BodyKind, readonly HostileBody[]> = {
  markup: [
    longWord,
    whiteSpace,
    bodyOf("<blockquote>".repeat(1_000), "x<br>"),
    bodyOf("", "<blockquote>"),
    bodyOf("", "<table><tr><td>"),
    bodyOf("", "<b></x>"),
    bodyOf("", '<img src="x:y">text '),
    bodyOf("", "<"),
    bodyOf("", "<!--"),
    bodyOf("<a b='", "<"),
    bodyOf("", "&#"),
    bodyOf("{%a,fallback=", " "),
    bodyOf("", '<p class="moz-cite-prefix">a</p>'),
    bodyOf("", '<div class="gmail_quote">a:</div>'),
  ],
  text: [
    longWord,
    whiteSpace,
    bodyOf("", "a\n>b\n"),
    bodyOf("", "ab \n"),
    bodyOf("", "From: a@b\n"),
    bodyOf("", "On 1 at 10:00 a@b\n"),
    bodyOf("", "\n ", "x"),
    bodyOf("", "ann@customer.example, "),
    bodyOf("http://a.example/", ".", "x"),
  ],
  assembled: [longWord, whiteSpace],
}

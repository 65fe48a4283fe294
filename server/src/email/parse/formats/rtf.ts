import { decodeCharset } from "../charsets/charsets.ts"
import { charsetOfCodepage } from "../charsets/codepages.ts"
import { cleanText } from "../charsets/words.ts"
import { limits } from "../limits.ts"
import type { Piece } from "../pieces.ts"

/**
 * The words of an RTF text; of one that was made of HTML (MS-OXRTFEX) that HTML. Each character is read once. It is no
 * page layout: what is bold or in a table is text here.
 */
export function readRtf(rtf: Buffer): Piece | undefined {
  const source = rtf.toString("latin1")
  if (!source.trimStart().startsWith("{\\rtf")) return undefined
  const isHtml = /\\fromhtml1?(?!\d)/.test(source.slice(0, 2_000))
  const words = cleanText(new RtfReader(source, isHtml).read())
  return isHtml ? { html: words, text: undefined } : { html: undefined, text: words.trim() }
}

/** What holds until the group ends. */
interface Group {
  isSkipped: boolean
  /** A tag of the HTML that the text was made of. */
  isTag: boolean
  /** Only there for programs that show the RTF. */
  isRtfOnly: boolean
  isFontTable: boolean
  font: number
  /** So many characters stand in place of each Unicode one, for old programs. */
  substitutes: number
}

const skipped = new Set(
  "colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf filetbl nonshppict fldinst xe tc pgdsctbl".split(
    " ",
  ),
)
const characters: Record<string, string> = {
  par: "\n",
  line: "\n",
  sect: "\n",
  page: "\n",
  row: "\n",
  cell: "\t",
  tab: "\t",
  emdash: "—",
  endash: "–",
  emspace: "\u2003",
  enspace: "\u2002",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
}
const symbols: Record<string, string> = { "~": "\u00a0", _: "\u2011", "-": "", "\n": "\n", "\r": "\n" }
/** Character sets of fonts, by the numbers of Windows. */
const codepages: Record<number, number> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}

const mostCharacters = limits.htmlCharacters * 2

class RtfReader {
  readonly #source: string
  readonly #isHtml: boolean
  #group: Group = { isSkipped: false, isTag: false, isRtfOnly: false, isFontTable: false, font: 0, substitutes: 1 }
  readonly #outer: Group[] = []
  #codepage = 1252
  #defaultFont = 0
  readonly #fonts = new Map<number, number>()
  readonly #written: string[] = []
  #length = 0
  /** Of one character set, in which a character may take several. */
  #bytes: number[] = []
  #leftToSkip = 0

  constructor(source: string, isHtml: boolean) {
    this.#source = source
    this.#isHtml = isHtml
  }

  read(): string {
    const token =
      /\{(?:\\\*(\\htmltag\d{0,9} ?)?)?|\}|\\([a-z]{1,32})(-?\d{1,9})? ?|\\'([\dA-Fa-f]{2})|\\([^a-z'])|([^\\{}\r\n]+)|[\s\S]/y
    for (let match = token.exec(this.#source); match; match = token.exec(this.#source)) {
      const [whole, tag, word, number, hex, symbol, text] = match
      if (whole.startsWith("{")) this.#open(whole, tag !== undefined)
      else if (whole === "}") this.#close()
      else if (word === "bin") token.lastIndex += Math.max(0, Number(number ?? 0))
      else if (word !== undefined) this.#obey(word, number === undefined ? undefined : Number(number))
      else if (hex !== undefined) this.#addByte(Number.parseInt(hex, 16))
      else if (symbol !== undefined) this.#addText(symbols[symbol] ?? symbol)
      else if (text !== undefined) this.#addText(text)
      if (this.#length > mostCharacters) break
    }
    this.#flush()
    return this.#written.join("")
  }

  /** A group that begins with `\*` is for those who know its first word: we know tags. */
  #open(brace: string, isTag: boolean): void {
    this.#flush()
    this.#leftToSkip = 0
    const { isSkipped } = this.#group
    const isUnknown = brace.length > 1 && !(isTag && this.#isHtml)
    this.#outer.push(this.#group)
    this.#group = { ...this.#group, isSkipped: isSkipped || isUnknown, isTag }
  }

  #close(): void {
    this.#flush()
    this.#leftToSkip = 0
    this.#group = this.#outer.pop() ?? this.#group
  }

  #obey(word: string, number: number | undefined): void {
    const group = this.#group
    const said = characters[word]
    if (said !== undefined) this.#addText(said)
    else if (skipped.has(word)) group.isSkipped = true
    else if (word === "fonttbl") group.isFontTable = true
    else if (word === "htmlrtf") group.isRtfOnly = number !== 0
    else if (word === "ansicpg") this.#codepage = number || this.#codepage
    else if (word === "mac") this.#codepage = 10000
    else if (word === "uc") group.substitutes = Math.min(Math.max(number ?? 1, 0), 100)
    else if (word === "deff") this.#defaultFont = number ?? 0
    else if (word === "fcharset" && group.isFontTable) this.#nameFont(number ?? 0)
    else if (word === "u" && number !== undefined) this.#addUnicode(number)
    else if (word === "f" || word === "plain") {
      this.#flush()
      group.font = word === "plain" ? this.#defaultFont : (number ?? 0)
    }
  }

  #nameFont(charset: number): void {
    const codepage = codepages[charset]
    if (codepage !== undefined && this.#fonts.size < 10_000) this.#fonts.set(this.#group.font, codepage)
  }

  /** Signed 16 bits; what stands behind it is for programs that do not know it. */
  #addUnicode(number: number): void {
    this.#leftToSkip = 0
    this.#addText(String.fromCharCode(number & 0xffff))
    this.#leftToSkip = this.#group.substitutes
  }

  #addByte(byte: number): void {
    if (this.#leftToSkip > 0) this.#leftToSkip--
    else if (this.#isShown()) this.#bytes.push(byte)
  }

  #addText(text: string): void {
    const cut = text.slice(this.#leftToSkip)
    this.#leftToSkip -= text.length - cut.length
    if (cut === "" || !this.#isShown()) return
    this.#flush()
    this.#write(cut)
  }

  #isShown(): boolean {
    const { isSkipped, isFontTable, isTag, isRtfOnly } = this.#group
    return !isSkipped && !isFontTable && (!this.#isHtml || isTag || !isRtfOnly)
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    const bytes = Buffer.from(this.#bytes)
    this.#bytes = []
    const codepage = this.#fonts.get(this.#group.font) ?? this.#codepage
    this.#write(decodeCharset(bytes, charsetOfCodepage(codepage) ?? "windows-1252").text)
  }

  #write(text: string): void {
    this.#written.push(text)
    this.#length += text.length
  }
}

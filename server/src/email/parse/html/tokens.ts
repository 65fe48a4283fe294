import { Tokenizer } from "htmlparser2"

export interface MarkupHandler {
  /** `attributes` holds those of `MarkupOptions.attributes` that the tag has. */
  openTag(name: string, attributes: Record<string, string>): void
  closeTag(name: string): void
  /** A text may come in several pieces; entities are decoded. */
  text(text: string): void
}

/**
 * Reads markup tag by tag, in their order. It tracks no open elements, unlike the parser of the same library, whose cost
 * for each tag grows with the nesting: hostile markup would take quadratic time.
 */
export function readMarkup(html: string, handler: MarkupHandler, wanted: readonly string[] = []): void {
  let tag = ""
  let attribute = ""
  let value = ""
  let attributes: Record<string, string> = {}
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const openTag = () => handler.openTag(tag, attributes)
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        tag = nameAt(start, end)
        attributes = {}
      },
      onattribname(start, end) {
        attribute = end - start > longestName ? "" : nameAt(start, end)
        value = ""
      },
      onattribdata(start, end) {
        if (wanted.includes(attribute)) value += html.slice(start, end)
      },
      onattribentity(code) {
        if (wanted.includes(attribute)) value += String.fromCodePoint(code)
      },
      onattribend() {
        // As in browsers, the first of several attributes of the same name counts.
        if (wanted.includes(attribute)) attributes[attribute] ??= value
      },
      onopentagend: openTag,
      onselfclosingtag() {
        openTag()
        if (selfClosing.has(tag)) handler.closeTag(tag)
      },
      onclosetag: (start, end) => handler.closeTag(nameAt(start, end)),
      ontext: (start, end) => handler.text(html.slice(start, end)),
      ontextentity: (code) => handler.text(String.fromCodePoint(code)),
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

const longestName = 20

/** Elements of other languages inside HTML: only there does a slash at the end of a tag close it. */
const selfClosing = new Set(["svg", "math"])

/** They end a line of text where they begin and where they end. */
export const blockTags: ReadonlySet<string> = new Set(
  "address article aside blockquote center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
)

/**
 * Counts elements whose text nobody sees, if asked also those that their style hides. An unclosed one hides no more than the
 * block that it is in.
 */
export class HiddenText {
  private readonly byStyle: boolean
  private open = 0
  /** The outermost element that its style hides, and how many of its name are open. */
  private unseen = { name: "", open: 0 }

  constructor(byStyle = false) {
    this.byStyle = byStyle
  }

  openTag(name: string, style = ""): void {
    if (name === "body") this.open = 0
    else if (hiddenTags.has(name)) this.open++
    if (this.unseen.open > 0) this.unseen.open += name === this.unseen.name ? 1 : 0
    else if (this.byStyle && !voidTags.has(name) && /display\s*:\s*none/i.test(style)) this.unseen = { name, open: 1 }
  }

  closeTag(name: string): void {
    if (hiddenTags.has(name)) this.open = Math.max(0, this.open - 1)
    else if (blockTags.has(name) || name === "td" || name === "body") this.open = 0
    if (name === this.unseen.name) this.unseen.open = Math.max(0, this.unseen.open - 1)
  }

  get isHidden(): boolean {
    return this.open > 0 || this.unseen.open > 0
  }
}

/** They have no end, and nothing in them. */
const voidTags = new Set("area base br col embed hr img input link meta source track wbr".split(" "))

const hiddenTags = new Set("head noscript object script select style svg template textarea title".split(" "))

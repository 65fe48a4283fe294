import { parseDocument } from "htmlparser2"
import { blockTags } from "../html/tokens.ts"
import { historyMark, introductionMark } from "./history-marks.ts"
import type { Line } from "./history-plan.ts"
import { isForwarded } from "./phrases.ts"

export type Document = ReturnType<typeof parseDocument>
export type Node = Document["children"][number]
export type Element = Extract<Node, { attribs: unknown }>
type Text = Extract<Node, { data: string }>

/** A line of a page, with what it begins with. */
export interface PageLine extends Line {
  node: Node
  /** The quotation that it stands in. */
  quotation?: Element
}

/** What a page says, line by line, as people see it. */
export function readPageLines(document: Document): PageLine[] {
  const reader = new LineReader()
  for (const child of document.children as Node[]) reader.read(child, {})
  reader.endLine()
  return reader.lines
}

interface Place {
  quotation?: Element
  isIndented?: boolean
  /** Of a quotation that holds its introduction and an indented block: the words before that block. */
  introduces?: Element
  isPreformatted?: boolean
}

class LineReader {
  lines: PageLine[] = []
  private current: PageLine | undefined
  private beginsHistory = false
  /** Whose introduction has ended. */
  private readonly introduced = new Set<Element>()

  read(node: Node, place: Place): void {
    if (isText(node)) this.addWords(node, node.data, place)
    if (!isElement(node)) return
    const { name } = node
    if (name === "img") this.addPicture(node, place)
    const isBlock = name === "br" || blockTags.has(name) || isQuote(node) || classOf(node) === introductionMark
    if (isBlock) this.endLine()
    if (classOf(node) === historyMark) this.beginsHistory = true
    if (name === "hr") this.addWords(node, "_____", place)
    const inside = this.inside(node, place)
    if (inside.isPreformatted) node.children = (node.children as Node[]).flatMap(splitLines) as Element["children"]
    for (const child of node.children as Node[]) this.read(child, inside)
    if (isBlock) this.endLine()
  }

  endLine(): void {
    if (this.current) {
      const text = this.current.text.trim()
      // Old Hotmail writes the marks of a plain text into a page.
      const isMarked = this.current.quote === "none" && /^>(?: |$)/.test(text)
      this.lines.push({ ...this.current, text, ...(isMarked && { quote: "cited" }) })
    }
    this.current = undefined
  }

  private inside(node: Element, place: Place): Place {
    const isPreformatted = place.isPreformatted || node.name === "pre"
    if (place.quotation && !place.isIndented) return { ...place, isPreformatted }
    if (node.name === "blockquote" && place.introduces) this.introduced.add(place.introduces)
    if (isQuote(node) && !isPassedOn(node)) {
      if (holdsIntroduction(node)) return { isPreformatted, introduces: node }
      return { isPreformatted, quotation: node }
    }
    if (node.name === "blockquote" && !place.quotation) return { isPreformatted, quotation: node, isIndented: true }
    return { ...place, isPreformatted }
  }

  private lineAt(node: Node, place: Place): PageLine {
    if (this.current) return this.current
    const { quotation, introduces } = place
    this.current = { text: "", node, quote: "none" }
    if (quotation) {
      this.current.quotation = quotation
      this.current.quote = place.isIndented ? "indented" : quotation.name === "blockquote" ? "cited" : "history"
    } else if (this.beginsHistory) this.current.mark = "history"
    else if ((introduces && !this.introduced.has(introduces)) || isInIntroduction(node))
      this.current.mark = "introduction"
    if (!quotation) this.beginsHistory = false
    return this.current
  }

  private addWords(node: Node, words: string, place: Place): void {
    if (/^\s*$/.test(words)) {
      if (this.current) this.current.text += " "
      if (words.includes("\n") && place.isPreformatted) this.endLine()
      return
    }
    const line = this.lineAt(node, place)
    if (line.text.length < longestLine) line.text += words.slice(0, longestLine)
    if (place.isPreformatted && words.endsWith("\n")) this.endLine()
  }

  private addPicture(node: Element, place: Place): void {
    const isDot =
      /^[01](?:px)?$/.test(node.attribs["width"] ?? "") || /^[01](?:px)?$/.test(node.attribs["height"] ?? "")
    if (!isDot) this.lineAt(node, place).hasPicture = true
  }
}

/** No longer line means anything. */
const longestLine = 700

/** Words of a `pre`, each line a node of its own. */
function splitLines(node: Node): Node[] {
  if (!isText(node) || !node.data.includes("\n")) return [node]
  return node.data.split(/(?<=\n)/).flatMap((words) => {
    const [piece] = parseDocument("x").children as Text[]
    if (!piece) return []
    piece.data = words
    piece.parent = node.parent
    return [piece]
  })
}

export function isElement(node: unknown): node is Element {
  return typeof node === "object" && node !== null && "attribs" in node
}

export function isText(node: Node): node is Text {
  return node.type === "text"
}

export function classOf(element: Element): string {
  return element.attribs["class"] ?? ""
}

/** What is folded away as it stands. */
export function isQuote(element: Element): boolean {
  return (
    /\b(gmail_quote|yahoo_quoted|protonmail_quote)\b/.test(classOf(element)) ||
    (element.name === "blockquote" && element.attribs["type"] === "cite")
  )
}

function isInIntroduction(node: Node): boolean {
  for (let above = node.parent, steps = 0; isElement(above) && steps < 5; above = above.parent, steps++)
    if (classOf(above) === introductionMark) return true
  return false
}

function isPassedOn(quote: Element): boolean {
  return isForwarded(wordsBefore(quote, () => false).words)
}

/** Whether it begins with an attribution, and the quotation is a block behind it. */
function holdsIntroduction(quote: Element): boolean {
  if (quote.name === "blockquote") return false
  const { words, isEnded } = wordsBefore(quote, (element) => element.name === "blockquote")
  return isEnded && (words === "" || isOneIntroduction(words))
}

/** Ends as an introduction in any language does, and has no other one in it. */
function isOneIntroduction(words: string): boolean {
  return /(?:[:：]|-{3,})$/.test(words) && !/[:：] /.test(words)
}

/** The first words of an element; of few nodes, because each of many nested ones is asked. */
function wordsBefore(quote: Element, ends: (element: Element) => boolean): { words: string; isEnded: boolean } {
  const waiting = (quote.children as Node[]).slice(0, mostNodes).toReversed()
  let words = ""
  let visited = 0
  for (let node = waiting.pop(); node && words.length < mostWords && ++visited < mostNodes; node = waiting.pop()) {
    if (isText(node)) words += `${node.data.slice(0, mostWords)} `
    else if (isElement(node)) {
      if (ends(node)) return { words: words.replace(/\s+/g, " ").trim(), isEnded: true }
      waiting.push(...(node.children as Node[]).slice(0, mostNodes).toReversed())
    }
  }
  return { words: words.replace(/\s+/g, " ").trim(), isEnded: false }
}

const [mostWords, mostNodes] = [300, 100]

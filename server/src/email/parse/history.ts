import { DomUtils, parseDocument } from "htmlparser2"
import { isAttribution, isForwarded, isHeaderBlock, isSeparator } from "./phrases.ts"
import { historyMark } from "./sanitize.ts"

type Node = ReturnType<typeof parseDocument>["children"][number]
type Element = Extract<Node, { attribs: unknown }>
type Text = Extract<Node, { data: string }>

/**
 * Marks what a message quotes as those programs do that mark it, so that it can be folded away: whatever wrote it. What
 * is passed on is what there is to read, and is not marked. Takes and gives clean markup of bounded size.
 */
export function markHistory(html: string, { isForward }: { isForward: boolean }): string {
  const document = parseDocument(html)
  const nodes = [...walk(document.children)]
  for (const node of nodes) if (isElement(node) && isQuote(node) && isPassedOn(node)) unmark(node)
  if (!isForward) {
    markIntroduced(nodes)
    const start = historyStart(nodes)
    if (start) wrap(start)
  }
  for (const node of nodes) if (isElement(node) && classOf(node) === historyMark) delete node.attribs["class"]
  return DomUtils.getInnerHTML(document as unknown as Node, { encodeEntities: "utf8" })
}

function* walk(children: Node[]): Generator<Node> {
  const waiting = children.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    if (isElement(node)) for (const child of (node.children as Node[]).toReversed()) waiting.push(child)
  }
}

function isElement(node: unknown): node is Element {
  return typeof node === "object" && node !== null && "attribs" in node
}

function isText(node: Node): node is Text {
  return node.type === "text"
}

function classOf(element: Element): string {
  return element.attribs["class"] ?? ""
}

function isQuote(element: Element): boolean {
  return (
    /\b(gmail_quote|yahoo_quoted|protonmail_quote)\b/.test(classOf(element)) ||
    (element.name === "blockquote" && element.attribs["type"] === "cite")
  )
}

function isPassedOn(quote: Element): boolean {
  return isForwarded(beginningOf([quote]))
}

/** Of a few nodes: an empty quotation is no reason to walk through all that follows, for each that it is in. */
function beginningOf(nodes: Node[]): string {
  const pieces: string[] = []
  let [visited, length] = [0, 0]
  for (const node of walk(nodes)) {
    if (isText(node)) {
      const words = node.data.trim().slice(0, longestBeginning)
      if (words !== "") pieces.push(words)
      length += words.length
    }
    if (length > longestBeginning || ++visited > mostBeginningNodes) break
  }
  return pieces.join(" ")
}

const longestBeginning = 200
const mostBeginningNodes = 100

function unmark(quote: Element): void {
  delete quote.attribs["class"]
  delete quote.attribs["type"]
}

/** A quotation without marks, after a line such as “Ann wrote:”. */
function markIntroduced(nodes: Node[]): void {
  let before = ""
  for (const node of nodes) {
    if (isText(node)) before = (before + node.data).slice(-400)
    else if (isElement(node)) {
      if (node.name === "blockquote" && isAttribution(before.trimEnd().split("\n").at(-1) ?? ""))
        node.attribs["type"] = "cite"
      if (/^(br|p|div|tr|li|blockquote)$/.test(node.name)) before = `${before.trimEnd()}\n`
    }
  }
}

/** The first place from which on all is history, unless a marked quotation comes before it. */
function historyStart(nodes: Node[]): Node | undefined {
  let tries = 0
  for (const [index, node] of nodes.entries()) {
    if (isElement(node)) {
      if (isQuote(node)) return undefined
      if (classOf(node) === historyMark) return node
    } else if (isText(node) && tries < 200 && mayBegin(node.data)) {
      tries++
      if (isForwarded(node.data)) return undefined
      if (isSeparator(node.data) || isHeaderBlock(textFrom(nodes, index))) return blockOf(node)
    }
  }
  return undefined
}

function mayBegin(text: string): boolean {
  const start = text.trimStart().slice(0, 30)
  return /^\S[^::]{0,19}[::]/u.test(start) || /^[-_]{3}/.test(start) || isForwarded(start)
}

function textFrom(nodes: Node[], start: number): string {
  let text = ""
  for (let index = start; index < nodes.length && text.length < 700; index++) {
    const node = nodes[index] as Node
    text += isText(node) ? `${node.data} ` : ""
  }
  return text.replace(/\s+/g, " ")
}

function blockOf(node: Node): Node {
  const inline = /^(a|b|big|em|font|i|span|strong|u|small)$/
  let block = node
  while (isElement(block.parent) && (isText(block) || (isElement(block) && inline.test(block.name))))
    if (inline.test(block.parent.name) || isFirst(block)) block = block.parent
    else break
  return block
}

/** Puts it and all that follows it, where they stand, into one element; nothing where nothing was said before. */
function wrap(start: Node): void {
  let first = start
  while (isElement(first.parent) && isFirst(first)) first = first.parent
  const parent = first.parent
  if (!parent || isFirst(first)) return
  const children = parent.children as Node[]
  let from = children.indexOf(first)
  // The line that is drawn above it goes with it.
  while (from > 0 && isLine(children[from - 1] as Node)) from--
  const [holder] = parseDocument('<div class="gmail_quote"></div>').children as Element[]
  if (!holder) return
  const moved = children.splice(from)
  children.push(holder)
  holder.parent = parent
  holder.children = moved as Element["children"]
  for (const node of moved) node.parent = holder
}

/** Nothing that is seen stands before it in what it is in. */
function isFirst(node: Node): boolean {
  const children = (node.parent?.children ?? []) as Node[]
  return children.slice(0, children.indexOf(node)).every((sibling) => isLine(sibling))
}

function isLine(node: Node): boolean {
  if (isText(node)) return /^[\s_\u00a0-]*$/.test(node.data)
  if (!isElement(node) || node.name === "img") return !isElement(node)
  return [...walk(node.children as Node[])].every((inner) => (isElement(inner) ? inner.name !== "img" : isLine(inner)))
}

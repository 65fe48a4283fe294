import { DomUtils, parseDocument } from "htmlparser2"
import {
  classOf,
  type Document,
  type Element,
  isElement,
  isQuote,
  isText,
  type Node,
  readPageLines,
} from "./history-lines.ts"
import { foldMark, historyMark } from "./history-marks.ts"
import { planFolds } from "./history-plan.ts"

/**
 * Marks what a message quotes so that it can be folded away, whatever program wrote it, and nothing else. Takes and
 * gives clean markup of bounded size.
 */
export function markHistory(html: string, { isForward }: { isForward: boolean }): string {
  const document = parseDocument(html)
  const lines = readPageLines(document)
  const folded = new Set<Element>()
  for (const { start, end } of planFolds(lines, { isForward }).toReversed()) {
    const [first, last] = [lines[start], lines[end - 1]]
    if (!first || !last) continue
    folded.add(wrap(document, first.quotation ?? first.node, last.quotation))
  }
  if (folded.size === 0) shelter(document)
  unmark(document, folded)
  return DomUtils.getInnerHTML(document as unknown as Node, { encodeEntities: "utf8" })
}

type Parent = Document | Element

/** Puts all from one node to the end of another, or else of the document, into an element that is folded. */
function wrap(document: Document, first: Node, last: Node | undefined): Element {
  let parent: Parent = last ? commonParent(first, last) : document
  let begin = splitBefore(first, parent)
  let end = last ? splitAfter(last, parent) : (parent.children.at(-1) as Node)
  while (isElement(parent) && isAll(parent, begin, end)) {
    begin = end = parent
    parent = parent.parent as Parent
  }
  if (begin === end && isElement(begin) && isQuote(begin)) return begin
  const holder = newElement("div", { class: foldMark })
  const children = parent.children as Node[]
  const from = children.indexOf(begin)
  adopt(holder, children.splice(from, children.indexOf(end) - from + 1, holder))
  holder.parent = parent as Element
  return holder
}

function commonParent(first: Node, last: Node): Parent {
  const above = new Set<unknown>()
  for (let parent = first.parent; parent; parent = isElement(parent) ? parent.parent : null) above.add(parent)
  let common = last.parent as Parent
  while (isElement(common) && !above.has(common)) common = common.parent as Parent
  return common
}

/** The child of `top` that begins with the node, for which the elements around the node are divided. */
function splitBefore(node: Node, top: Parent): Node {
  let begin = node
  while (begin.parent !== top) {
    const parent = begin.parent as Element
    const at = (parent.children as Node[]).indexOf(begin)
    begin = isBlank(parent.children.slice(0, at) as Node[]) ? parent : divide(parent, at)
  }
  return begin
}

/** The child of `top` that ends with the node. */
function splitAfter(node: Node, top: Parent): Node {
  let end = node
  while (end.parent !== top) {
    const parent = end.parent as Element
    const at = (parent.children as Node[]).indexOf(end) + 1
    if (!isBlank(parent.children.slice(at) as Node[])) divide(parent, at)
    end = parent
  }
  return end
}

/** Moves the children from one on into an element of the same kind behind it. */
function divide(parent: Element, at: number): Element {
  const rest = newElement(parent.name, { ...parent.attribs })
  adopt(rest, parent.children.splice(at) as Node[])
  const siblings = parent.parent?.children as Node[]
  siblings.splice(siblings.indexOf(parent) + 1, 0, rest)
  rest.parent = parent.parent
  return rest
}

function newElement(name: string, attributes: Record<string, string>): Element {
  const [element] = parseDocument(`<${name}></${name}>`).children as Element[]
  if (!element) throw new Error(`no element ${name}`)
  element.attribs = attributes
  return element
}

function adopt(parent: Element, children: Node[]): void {
  parent.children = children as Element["children"]
  for (const child of children) child.parent = parent
}

/** Whether nothing that is seen stands in it before `begin` or behind `end`. */
function isAll(parent: Element, begin: Node, end: Node): boolean {
  const children = parent.children as Node[]
  return isBlank(children.slice(0, children.indexOf(begin))) && isBlank(children.slice(children.indexOf(end) + 1))
}

function isBlank(nodes: Node[]): boolean {
  return nodes.every((node) => {
    if (isText(node)) return /^[\s_\u00a0-]*$/.test(node.data)
    return !isElement(node) || (node.name !== "img" && isBlank(node.children as Node[]))
  })
}

/** The web application folds a quotation at the very end, unless it stands in something. */
function shelter(document: Document): void {
  const children = document.children as Node[]
  const at = children.findLastIndex(isElement)
  const last = children[at]
  if (!isElement(last) || !isQuote(last)) return
  const holder = newElement("div", {})
  children.splice(at, 1, holder)
  holder.parent = last.parent
  adopt(holder, [last])
}

/** What is not folded keeps no mark by which it would be. */
function unmark(parent: Parent, folded: Set<Element>, isFolded = false): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue
    const isInside = isFolded || folded.has(child)
    if (!isInside && isQuote(child) && child.name === "blockquote") delete child.attribs["type"]
    if (classOf(child) === historyMark || (!isInside && classOf(child) !== signatureMark)) delete child.attribs["class"]
    unmark(child, folded, isInside)
  }
}

const signatureMark = "gmail_signature"

import { DomUtils, parseDocument } from "htmlparser2"
import { composeBody } from "../../../src/email/parse/body.ts"
import { textOfHtml } from "../../../src/email/parse/html/html-text.ts"
import type { QuoteSample } from "./sample.ts"

type Node = ReturnType<typeof parseDocument>["children"][number]
type Element = Extract<Node, { attribs: unknown }>

/** What is seen of a message in the web application, where `web/src/ui/message-body/quotes.ts` folds what is marked. */
export function visibleWords({ subject = "Re: Order", text, html }: QuoteSample): string {
  const document = parseDocument(composeBody([{ html, text }], [], subject).html)
  const whole = DomUtils.textContent(document).trim()
  const marked = DomUtils.find((node) => isMarked(node as Element), document.children, true, 1_000)
  for (const quote of marked.length > 0 ? marked : trailing(document.children as Node[]))
    if (DomUtils.textContent(quote).trim() !== whole) DomUtils.removeElement(quote)
  return linesOf(textOfHtml(DomUtils.getInnerHTML(document as unknown as Node, { encodeEntities: "utf8" })))
}

export function linesOf(text: string): string {
  const lines = text.split("\n").map((line) => line.replaceAll("\u00a0", " ").trim())
  return lines.filter((line) => line !== "").join("\n")
}

function isMarked(node: Element): boolean {
  const { name, attribs = {} } = node
  const isCited = name === "blockquote" && (attribs["type"] === "cite" || isAfterPrefix(node))
  return isCited || /\b(gmail_quote|yahoo_quoted|protonmail_quote)\b/.test(attribs["class"] ?? "")
}

function isAfterPrefix(node: Element): boolean {
  const before = DomUtils.prevElementSibling(node as never) as Element | null
  return before?.attribs["class"] === "moz-cite-prefix"
}

function trailing(nodes: Node[]): Node[] {
  const last = nodes.findLast((node) => "attribs" in node) as Element | undefined
  if (last?.name !== "blockquote") return []
  const after = nodes.slice(nodes.indexOf(last) + 1)
  return after.some((node) => DomUtils.textContent(node).trim() !== "") ? [] : [last]
}

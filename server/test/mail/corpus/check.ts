import assert from "node:assert/strict"
import { DomUtils, parseDocument } from "htmlparser2"
import type { ParsedMessage } from "../../../src/email/parse/message.ts"
import type { Sample } from "./sample.ts"

/** Holds what was read to what is to be read. */
export function checkSample(sample: Sample, message: ParsedMessage): void {
  const { subject = "Where is my order?", from = "ann@customer.example", fromName } = sample
  assert.equal(message.subject, subject)
  assert.equal(message.from?.address ?? null, from)
  if (fromName !== undefined) assert.equal(message.from?.name, fromName)
  if (sample.replyTo)
    assert.deepEqual(
      message.replyTo.map(({ address }) => address),
      sample.replyTo,
    )
  assert.equal(message.original?.address, sample.original)
  for (const words of sample.text ?? []) assert.ok(message.text.includes(words), `text: ${message.text.slice(0, 500)}`)
  if (!sample.text) assert.equal(message.text, "")
  for (const words of sample.body ?? [])
    assert.ok(message.body.includes(words), `body: ${message.body.slice(0, 1_500)}`)
  for (const words of sample.bodyLacks ?? [])
    assert.ok(!message.body.includes(words), `body: ${message.body.slice(0, 1_500)}`)
  if (sample.folded) checkFolds(sample.folded, message.body)
  const files = message.attachments.map(({ filename, inline }) => `${filename}${inline ? "*" : ""}`)
  assert.deepEqual(files, sample.files ?? [])
  assert.deepEqual(message.flags.toSorted(), (sample.flags ?? []).toSorted())
  assert.equal(message.incomplete, sample.incomplete)
  assert.equal(message.body.includes("This message could not be fully read"), sample.incomplete !== undefined)
  assert.deepEqual(message.report, sample.report)
}

/** As `web/src/ui/message-body/quotes.ts` folds: what is marked, unless it is all there is. */
function checkFolds({ inside, outside }: NonNullable<Sample["folded"]>, body: string): void {
  const document = parseDocument(body)
  const isMarked = (node: object & { attribs?: Record<string, string>; name?: string }) =>
    /\b(gmail_quote|yahoo_quoted|protonmail_quote)\b/.test(node.attribs?.["class"] ?? "") ||
    (node.name === "blockquote" && node.attribs?.["type"] === "cite")
  const marked = DomUtils.find(isMarked, document.children, true, 1_000).filter(
    (quote) => DomUtils.textContent(quote).trim() !== DomUtils.textContent(document).trim(),
  )
  const folded = marked.map((quote) => DomUtils.textContent(quote)).join("\n")
  for (const words of inside) assert.ok(folded.includes(words), `“${words}” is not folded in ${body}`)
  for (const quote of marked) DomUtils.removeElement(quote)
  const left = DomUtils.textContent(document)
  for (const words of outside) assert.ok(left.includes(words), `“${words}” is folded in ${body}`)
  for (const words of inside) assert.ok(!left.includes(words), `“${words}” is left in ${body}`)
}

import { fileNameOf } from "./attachments.ts"
import type { Part } from "./structure.ts"

/** Of an attached text no more is shown than somebody may have written. */
const mostBytes = 200_000

export function isText(type: string): boolean {
  return type === "text/plain" || type === "text/html"
}

/** Markup of other names that is read as HTML. */
export function isMarkup(type: string): boolean {
  return ["text/html", "text/htm", "text/enriched", "text/richtext", "application/xhtml+xml"].includes(type)
}

/** The attached text that a message without any other words is shown by: one without a name, else the first. */
export function findAttachedText(root: Part): Part | undefined {
  const texts = [...leavesOf(root)].filter(({ body }) => body.length > 0 && body.length <= mostBytes)
  for (const isReadable of [isText, isOtherText]) {
    const readable = texts.filter(({ type }) => isReadable(type))
    const best = readable.find((part) => fileNameOf(part) === undefined) ?? readable[0]
    if (best) return best
  }
  return undefined
}

export function isRtf(type: string): boolean {
  return type === "text/rtf" || type === "application/rtf"
}

function isOtherText(type: string): boolean {
  return (
    isMarkup(type) || isRtf(type) || ["text/markdown", "text/x-markdown", "text/x-plain", "plain/text"].includes(type)
  )
}

export function* leavesOf(part: Part): Generator<Part> {
  if (part.parts.length === 0) yield part
  for (const inner of part.parts) yield* leavesOf(inner)
}

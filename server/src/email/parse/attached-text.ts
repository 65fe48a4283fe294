import { fileNameOf } from "./attachments.ts"
import type { Part } from "./structure.ts"

/** Of an attached text no more is shown than somebody may have written. */
const mostBytes = 200_000

export function isText(type: string): boolean {
  return type === "text/plain" || type === "text/html"
}

/** The attached text that a message without any other words is shown by: one without a name, else the first. */
export function findAttachedText(root: Part): Part | undefined {
  const texts = [...leavesOf(root)].filter(
    ({ type, body }) => isText(type) && body.length > 0 && body.length <= mostBytes,
  )
  return texts.find((part) => fileNameOf(part) === undefined) ?? texts[0]
}

export function* leavesOf(part: Part): Generator<Part> {
  if (part.parts.length === 0) yield part
  for (const inner of part.parts) yield* leavesOf(inner)
}

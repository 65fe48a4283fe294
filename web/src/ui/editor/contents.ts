import { DOMParser, DOMSerializer, Fragment, type Node, Slice } from "prosemirror-model"
import { type ReadingRoom, readMarkup } from "./room.ts"
import { schema } from "./schema.ts"

const parser = DOMParser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)

/** A document that is never shown fetches no pictures. */
let inert: Document | undefined

/** As it is stored and mailed. */
export function htmlOf(contents: Node): string {
  if (isBlank(contents)) return ""
  inert ??= document.implementation.createHTMLDocument("")
  const holder = inert.createElement("div")
  holder.append(serializer.serializeFragment(contents.content, { document: inert }))
  return holder.innerHTML
}

export function isBlank(contents: Node): boolean {
  const { childCount, firstChild, textContent } = contents
  return childCount === 1 && firstChild?.isTextblock === true && textContent.trim() === "" && !hasPicture(firstChild)
}

function hasPicture(block: Node): boolean {
  return block.children.some(({ type }) => type === schema.nodes.picture)
}

export function contentsOf(html: string, room: ReadingRoom): Node {
  return parser.parse(readMarkup(html, room))
}

/** To be put in where the cursor is: one paragraph joins the one that is there. */
export function sliceOf(html: string, room: ReadingRoom): Slice {
  return parser.parseSlice(readMarkup(html, room))
}

/** Plain text, a paragraph for every empty line and a break for every other. */
export function textSlice(text: string): Slice {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => schema.nodes.paragraph.create(null, linesOf(paragraph)))
  return new Slice(Fragment.from(paragraphs), 1, 1)
}

function linesOf(paragraph: string): Node[] {
  return paragraph.split("\n").flatMap((line, index) => {
    const words = line === "" ? [] : [schema.text(line)]
    return index === 0 ? words : [schema.nodes.hard_break.create(), ...words]
  })
}

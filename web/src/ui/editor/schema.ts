import { type MarkSpec, type NodeSpec, Schema } from "prosemirror-model"

/** Stands for the `src` of a picture in documents that would try to fetch it. */
export const contentIdAttribute = "data-content-id"

const nodes = {
  doc: { content: "block+" },
  paragraph: {
    content: "inline*",
    group: "block",
    // Headings of what is pasted become plain lines.
    parseDOM: "p h1 h2 h3 h4 h5 h6".split(" ").map((tag) => ({ tag })),
    toDOM: () => ["p", 0],
  },
  blockquote: {
    content: "block+",
    group: "block",
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", 0],
  },
  code_block: {
    content: "text*",
    marks: "",
    group: "block",
    code: true,
    defining: true,
    parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
    toDOM: () => ["pre", ["code", 0]],
  },
  bullet_list: {
    content: "list_item+",
    group: "block",
    parseDOM: [{ tag: "ul" }],
    toDOM: () => ["ul", 0],
  },
  ordered_list: {
    content: "list_item+",
    group: "block",
    parseDOM: [{ tag: "ol" }],
    toDOM: () => ["ol", 0],
  },
  list_item: {
    content: "paragraph block*",
    defining: true,
    parseDOM: [{ tag: "li" }],
    toDOM: () => ["li", 0],
  },
  hard_break: {
    inline: true,
    group: "inline",
    selectable: false,
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"],
  },
  /** One of its own files, which the text names by `cid:`. Its address on the screen is set by `pictures.ts`. */
  picture: {
    inline: true,
    group: "inline",
    draggable: true,
    attrs: { contentId: { validate: "string" }, alt: { default: "", validate: "string" } },
    parseDOM: [
      {
        tag: `img[${contentIdAttribute}]`,
        getAttrs: (element) => ({
          contentId: element.getAttribute(contentIdAttribute),
          alt: element.getAttribute("alt") ?? "",
        }),
      },
    ],
    toDOM: ({ attrs }) => ["img", { src: `cid:${attrs["contentId"]}`, alt: attrs["alt"] }],
  },
  text: { group: "inline" },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: { validate: "string" } },
    inclusive: false,
    parseDOM: [{ tag: "a[href]", getAttrs: (element) => linkOf(element.getAttribute("href") ?? "") }],
    toDOM: ({ attrs }) => ["a", { href: attrs["href"] }, 0],
  },
  em: { parseDOM: [{ tag: "i" }, { tag: "em" }], toDOM: () => ["em", 0] },
  strong: { parseDOM: [{ tag: "b" }, { tag: "strong" }], toDOM: () => ["strong", 0] },
  code: { code: true, parseDOM: [{ tag: "code" }], toDOM: () => ["code", 0] },
} satisfies Record<string, MarkSpec>

/** What can be written: as much as reads well in every mail program. */
export const schema = new Schema({ nodes, marks })

/** Where a link may lead; the rest stays text. */
export function linkOf(href: string): { href: string } | false {
  return /^(https?:|mailto:|tel:)/i.test(href) ? { href } : false
}

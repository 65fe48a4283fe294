import sanitizeHtml from "sanitize-html"
import { Html, html } from "../../http/html/html.ts"
import { sanitizeBounded } from "../parse/html/bounded-sanitize.ts"
import { textOf } from "./text.ts"

/**
 * What somebody wrote, as markup that mail programs take: without scripts, forms and styles that lay themselves over
 * the rest. Text without tags keeps its lines, and so does the text of markup that is too deep or too large to clean.
 * `sourceOf` says where a picture is found in the mail.
 */
export function markupOf(body: string, sourceOf: (src: string) => string = (src) => src): Html {
  if (!/<[a-z!/]/i.test(body)) return linesAsMarkup(body)
  const clean = sanitizeBounded(body, {
    ...allowed,
    transformTags: {
      "*": (tagName, attribs) => {
        const { src, style } = attribs
        return {
          tagName,
          attribs: {
            ...attribs,
            ...(tagName === "img" && { src: sourceOf(src ?? "") }),
            ...(style !== undefined && { style: style.slice(0, longestStyle) }),
          },
        }
      },
    },
  })
  return clean === undefined ? linesAsMarkup(textOf(body)) : new Html(clean)
}

/** The parser of styles looks through the rest of one for each bracket in it. */
const longestStyle = 2_000

export function linesAsMarkup(text: string): Html {
  return html`${text.split("\n").map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`
}

const colour = [/^#[0-9a-f]{3,8}$/i, /^[a-z]{1,30}$/i, /^rgba?\([\d\s.,%]{1,40}\)$/i]

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, "img", "del", "ins", "font", "center", "big"],
  allowedAttributes: {
    "*": ["style", "align", "dir", "lang"],
    a: ["href", "title"],
    img: ["src", "alt", "title", "width", "height"],
    font: ["color", "size", "face"],
    td: ["colspan", "rowspan", "valign", "width", "bgcolor"],
    th: ["colspan", "rowspan", "valign", "width", "bgcolor"],
    table: ["border", "cellpadding", "cellspacing", "width"],
    ol: ["start", "type"],
    blockquote: ["type"],
  },
  allowedStyles: {
    "*": {
      color: colour,
      "background-color": colour,
      "font-weight": [/^(bold|normal|\d{3})$/],
      "font-style": [/^(italic|normal)$/],
      "font-size": [/^\d{1,2}(\.\d+)?(px|pt|em|rem)$/],
      "text-align": [/^(left|right|center|justify)$/],
      "text-decoration": [/^(underline|line-through|none)$/],
    },
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https", "cid", "data"] },
  allowProtocolRelative: false,
}

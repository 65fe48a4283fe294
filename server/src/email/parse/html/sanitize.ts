import { historyMark, markQuote } from "../history/history-marks.ts"
import { sanitizeBounded } from "./bounded-sanitize.ts"
import { reduceStyle } from "./styles.ts"

/** As in `web/src/ui/message-body/sanitize.ts`, which does the same once more where it is shown. */
const tags =
  "a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr"

const attributes =
  "align alt bgcolor border cellpadding cellspacing color cols colspan dir face height lang nowrap rowspan size span start style title type valign width"

/** By which it is known what is quoted, and what is signed. */
const classes = "gmail_quote gmail_signature yahoo_quoted protonmail_quote moz-cite-prefix"

export interface Sanitized {
  html: string
  /** Content-IDs of pictures that it shows. */
  pictures: Set<string>
  hasRemote: boolean
}

/**
 * `own` are the ids of the message's own pictures: no other part of it, and none of another message, can be shown.
 * Undefined where the markup is too large or too deep.
 */
export function sanitize(html: string, own: Set<string>): Sanitized | undefined {
  const pictures = new Set<string>()
  let hasRemote = false
  /** Whether a picture may be shown. */
  const takePicture = (source: string): boolean => {
    const id = contentIdOf(source)
    if (id !== undefined && own.has(id)) pictures.add(id)
    if (/^https?:/i.test(source)) hasRemote = true
    return id === undefined ? /^https?:/i.test(source) : own.has(id)
  }
  const clean = sanitizeBounded(html, {
    allowedTags: tags.split(" "),
    allowedAttributes: { "*": [...attributes.split(" "), "class"], a: ["href"], img: ["src"] },
    allowedClasses: { "*": [...classes.split(" "), historyMark] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["http", "https", "cid"] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nonTextTags: [
      "script",
      "style",
      "textarea",
      "option",
      "xmp",
      "title",
      "template",
      "noscript",
      "noframes",
      "noembed",
    ],
    transformTags: {
      "*": (tagName, attribs) => {
        if (tagName === "img" && !takePicture(attribs["src"]?.trim() ?? "")) return { tagName, attribs: {} }
        const given = { ...attribs }
        markQuote(tagName, given)
        // Nothing is relative to a message.
        if (!/^\s*(https?|mailto|tel):/i.test(given["href"] ?? "")) delete given["href"]
        const style = given["style"] === undefined ? "" : reduceStyle(given["style"])
        if (style === "") delete given["style"]
        else given["style"] = style
        return { tagName, attribs: given }
      },
    },
  })
  if (clean === undefined) return undefined
  // The library's own filter would copy all that is written so far for each picture that it leaves out.
  return { html: withPlainIds(clean.replaceAll("<img />", "")), pictures, hasRemote }
}

/** The id that an address such as `cid:logo%40mail` means. */
export function contentIdOf(source: string): string | undefined {
  if (!/^cid:/i.test(source)) return undefined
  const id = source.slice(4).trim()
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** As the attachment has it, so that one is found by the other. */
function withPlainIds(html: string): string {
  return html.replace(/(<img\b[^>]*? src=")(cid:[^"]+)"/gi, (_, before: string, source: string) => {
    const id = contentIdOf(source.replaceAll("&amp;", "&")) ?? ""
    return `${before}cid:${id.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;")}"`
  })
}

/**
 * The text a reader sees of an HTML body: no tags, no scripts, entities decoded, white space collapsed.
 * One pass over the input, whatever it is: bodies come from strangers.
 */
export function plainText(html: string): string {
  let text = ""
  let from = 0
  let quotesCanBeTrusted = true
  while (from < html.length) {
    const open = html.indexOf("<", from)
    if (open === -1) break
    if (!startsTag(html.charCodeAt(open + 1))) {
      text += html.slice(from, open + 1)
      from = open + 1
      continue
    }
    text += html.slice(from, open)
    if (html.startsWith("<!--", open)) {
      from = endOf(html.indexOf("-->", open + 4), 3, html)
      continue
    }
    let close = quotesCanBeTrusted ? closeOutsideQuotes(html, open + 1) : html.indexOf(">", open)
    if (close === -1 && quotesCanBeTrusted) {
      // Only once, so that unbalanced quotes cannot make every tag look through the whole rest.
      quotesCanBeTrusted = false
      close = html.indexOf(">", open)
    }
    if (close === -1) {
      from = open
      break
    }
    const name = tagName(html, open + 1)
    if (!inlineTags.has(name)) text += " "
    from = close + 1
    if (name === "script" || name === "style") from = endOfRawText(html, from, name)
  }
  text += html.slice(from)
  return storable(decodeEntities(text)).replace(/\s+/g, " ").trim()
}

/** How a text begins, in the length that previews have. Its cost is bounded: it reads no more than the beginning of the markup. */
export function previewOf(html: string): string {
  return beginningOf(plainText(html.length > longestPreviewed ? beginningOfMarkup(html) : html))
}

/** More than any mail program writes before the first words. */
const longestPreviewed = 20_000

/** Without the tag in which it ends. */
function beginningOfMarkup(html: string): string {
  const beginning = html.slice(0, longestPreviewed)
  const lastTag = beginning.lastIndexOf("<")
  return beginning.includes(">", lastTag) ? beginning : beginning.slice(0, lastTag)
}

export function beginningOf(text: string): string {
  // No character is longer than two of these.
  return [...text.slice(0, 2 * previewLength)].slice(0, previewLength).join("")
}

const previewLength = 150

/** Removes what PostgreSQL cannot store: NUL and halves of surrogate pairs. */
export function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, "")
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "") : wellFormed
}

function startsTag(code: number): boolean {
  return isLetter(code) || code === 0x2f || code === 0x21 || code === 0x3f
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

function closeOutsideQuotes(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (code === 0x3e) return at
    if (code === 0x22 || code === 0x27) {
      at = html.indexOf(code === 0x22 ? '"' : "'", at + 1)
      if (at === -1) return -1
    }
  }
  return -1
}

function tagName(html: string, from: number): string {
  let end = from
  while (end < from + longestTagName && isNameCharacter(html.charCodeAt(end))) end++
  return html.slice(from, end).toLowerCase()
}

const longestTagName = 12

function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2f
}

/** They may stand inside a word; every other tag ends one. */
const inlineTags = new Set(
  "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr"
    .split(" ")
    .flatMap((name) => [name, `/${name}`]),
)

function endOfRawText(html: string, from: number, name: "script" | "style"): number {
  const end = name === "script" ? /<\/script[^>]*>?/gi : /<\/style[^>]*>?/gi
  end.lastIndex = from
  return end.test(html) ? end.lastIndex : html.length
}

function endOf(found: number, length: number, html: string): number {
  return found === -1 ? html.length : found + length
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text
  return text.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|([a-zA-Z]{2,8}\d{0,2}));?/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedEntities.get(name) ?? whole
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " "
  })
}

/** The names that mail programs write; the rest of HTML's 2,231 are as good as never seen. */
const namedEntities = new Map<string, string>([
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", euro: "€", trade: "™", hellip: "…" }),
  ...Object.entries({ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„" }),
  ...Object.entries({
    bull: "•",
    lsaquo: "‹",
    rsaquo: "›",
    OElig: "Œ",
    oelig: "œ",
    Scaron: "Š",
    scaron: "š",
    Yuml: "Ÿ",
  }),
  ...Object.entries({
    ensp: " ",
    emsp: " ",
    thinsp: " ",
    zwnj: "\u200c",
    zwj: "\u200d",
    fnof: "ƒ",
    circ: "ˆ",
    tilde: "˜",
  }),
  ...(
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
    "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
    "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
    "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
    "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
    "thorn yuml"
  )
    .split(" ")
    .map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
])

import { attachment } from "./attachments.ts"
import { markHistory } from "./history/history.ts"
import { isForwardedSubject } from "./history/phrases.ts"
import { textOfHtml } from "./html/html-text.ts"
import { sanitize } from "./html/sanitize.ts"
import { htmlOfText } from "./html/text-html.ts"
import { saysMore } from "./html/visible-words.ts"
import { limits } from "./limits.ts"
import type { Incomplete, ParsedAttachment } from "./message.ts"
import { type Piece, pieceHasWords } from "./pieces.ts"

export interface Body {
  html: string
  text: string
  attachments: ParsedAttachment[]
  hasRemotePictures: boolean
  incomplete: Incomplete | undefined
}

/** What is shown of the pieces, and the words in them. Markup is shown where there is any; the text is there beside it. */
export function composeBody(pieces: Piece[], attachments: ParsedAttachment[], subject: string): Body {
  const body = composeWhole(pieces, attachments, subject)
  if (body.html.length <= limits.bodyCharacters) return body
  const text = body.text.slice(0, limits.bodyCharacters / longestMarkup).toWellFormed()
  const html = htmlOfText(text, { isForward: isForwardedSubject(subject) })
  return { ...body, html, hasRemotePictures: false, incomplete: "text_too_long" }
}

/** So many characters of markup may stand for one of text, where short lines and quotations alternate. */
const longestMarkup = 20

function composeWhole(pieces: Piece[], attachments: ParsedAttachment[], subject: string): Body {
  const options = { isForward: isForwardedSubject(subject) }
  const ownText = pieces.flatMap((piece) => piece.text ?? []).join("\n\n")
  const cut = ownText.slice(0, limits.textCharacters).toWellFormed()
  const incomplete: Incomplete | undefined = ownText.length > cut.length ? "text_too_long" : undefined
  if (pieces.every((piece) => piece.html === undefined))
    return { html: htmlOfText(cut, options), text: cut.trim(), attachments, hasRemotePictures: false, incomplete }

  const unpacked = unpackPictures(pieces.map((piece) => piece.html ?? htmlOfText(piece.text ?? "", options)).join("\n"))
  const all = [...attachments, ...unpacked.pictures]
  const said = textOfHtml(unpacked.html)
  const text = joinTexts(pieces, cut, said)
  const own = new Set(all.flatMap((file) => (canBeShown(file) ? [file.contentId as string] : [])))
  const clean = sanitize(unpacked.html, own)
  if (!clean)
    return {
      html: htmlOfText(said.slice(0, limits.textCharacters), options),
      text,
      attachments: all,
      hasRemotePictures: false,
      incomplete: "text_too_long",
    }
  return {
    html: markHistory(clean.html, options),
    text,
    attachments: markInline(all, clean.pictures),
    hasRemotePictures: clean.hasRemote,
    incomplete,
  }
}

/** Pictures that no browser takes for anything else. */
function canBeShown({ mimeType, contentId }: ParsedAttachment): boolean {
  return contentId !== undefined && /^image\/(png|jpeg|jpg|pjpeg|gif|webp|bmp)$/.test(mimeType)
}

/** The first of an id. */
function markInline(attachments: ParsedAttachment[], shown: Set<string>): ParsedAttachment[] {
  const left = new Set(shown)
  return attachments.map((file) => {
    const inline = canBeShown(file) && left.delete(file.contentId as string)
    return { ...file, inline }
  })
}

const packed = /\ssrc\s{0,5}=\s{0,5}(["'])(data:image\/(png|jpeg|jpg|gif|webp);base64,)/gi
const mostPacked = 50

/** Pictures written into the markup become files like others: the markup stays small. */
function unpackPictures(html: string): { html: string; pictures: ParsedAttachment[] } {
  const pictures: ParsedAttachment[] = []
  let [lean, end] = ["", 0]
  for (const match of html.matchAll(packed)) {
    const [whole, quote = "", prefix = "", kind = ""] = match
    const start = match.index + whole.length
    const close = html.indexOf(quote, start)
    if (match.index < end || close < 0 || pictures.length >= mostPacked) continue
    const name = `picture-${pictures.length + 1}`
    const contentId = `${name}@data.invalid`
    const type = kind.toLowerCase() === "jpg" ? "jpeg" : kind.toLowerCase()
    const contents = Buffer.from(html.slice(start, close), "base64")
    pictures.push({ ...attachment(`${name}.${type}`, `image/${type}`, contents), contentId })
    lean += `${html.slice(end, start - prefix.length)}cid:${contentId}`
    end = close
  }
  return { html: lean + html.slice(end), pictures }
}

function isTextAlone(piece: Piece): boolean {
  return piece.html === undefined && pieceHasWords(piece)
}

/** Its own text; and that of the markup where the text does not say it too, so that whatever is shown is found. */
function joinTexts(pieces: Piece[], ownText: string, ofHtml: string): string {
  const own = ownText.trim()
  const isOfBothKinds =
    pieces.some(isTextAlone) && pieces.some((piece) => piece.text === undefined && pieceHasWords(piece))
  if (isOfBothKinds) return ofHtml.slice(0, limits.textCharacters).toWellFormed()
  const isBoth = own !== "" && pieces.some((piece) => piece.html !== undefined)
  const joined = own === "" ? ofHtml : isBoth && saysMore(ofHtml, own) ? `${own}\n\n${ofHtml}` : own
  return joined.slice(0, limits.textCharacters).toWellFormed()
}

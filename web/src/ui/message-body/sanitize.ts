import createPurifier, { type DOMPurify } from "dompurify"
import { linkAddresses } from "./links.ts"
import { remotePictures, removeTrackers, replaceByWords, setAside } from "./pictures.ts"
import { foldQuotes } from "./quotes.ts"
import { reduceStyle } from "./styles.ts"
import { isExcessive, messageTags, wordsOf } from "./weight.ts"

export interface CleanMessage {
  content: DocumentFragment
  /** It wants pictures from elsewhere. */
  hasRemote: boolean
  /** It brings colours of its own, which were chosen for white paper. */
  hasOwnColours: boolean
}

const plainAttributes =
  "align alt bgcolor border cellpadding cellspacing class color cols colspan dir face height lang nowrap rowspan size span start style title type valign width"

/**
 * What a message may be made of. Everything else is left out: what loads, runs, asks for input, lies over other things
 * or has a name that scripts could find. The frame it is shown in would stop all that too.
 */
const rules = {
  ALLOWED_TAGS: [...messageTags],
  ALLOWED_ATTR: [...plainAttributes.split(" "), "href", "src"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|cid:|data:image\/(?:png|jpeg|gif|webp);base64,)/i,
  ADD_URI_SAFE_ATTR: plainAttributes.split(" "),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

export interface CleanOptions {
  /** That of the frame, whose policy lets mail have its own look. */
  frame: Window & typeof globalThis
  images: boolean
  words: { quoted: string; picture: (name: string) => string }
}

/** What was cleaned last, because people come back to what they have just read. */
const known = new Map<string, CleanMessage>()
const mostKnown = 200
/** Longer ones would fill the memory, and are rare. */
const longestKnown = 50_000

export function cleanMessage(html: string, options: CleanOptions): CleanMessage {
  if (html.length > longestKnown) return clean(html, options)
  const key = `${options.images} ${html}`
  const message = known.get(key) ?? clean(html, options)
  known.delete(key)
  known.set(key, message)
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest)
  return { ...message, content: message.content.cloneNode(true) as DocumentFragment }
}

/** The sanitizer comes first; what is done after it works on elements and never writes markup. */
function clean(html: string, { frame, images, words }: CleanOptions): CleanMessage {
  if (isExcessive(html)) return plainMessage(html, frame.document)
  const content = purifierOf(frame).sanitize(html, { ...rules, RETURN_DOM_FRAGMENT: true })
  removeTrackers(content)
  const hasRemote = content.querySelector(remotePictures) !== null
  for (const element of content.querySelectorAll<HTMLElement>("[style]")) reduceStyle(element)
  if (!images) for (const image of content.querySelectorAll(remotePictures)) replaceByWords(image, words.picture)
  foldQuotes(content, words.quoted)
  for (const element of content.querySelectorAll("[class]"))
    if (!element.className.startsWith("deskhand-")) element.removeAttribute("class")
  linkAddresses(content)
  for (const link of content.querySelectorAll("a")) secureLink(link)
  return { content, hasRemote, hasOwnColours: hasColours(content) }
}

/** Of each frame, which shows one message after another. */
const purifiers = new WeakMap<Window, DOMPurify>()

function purifierOf(frame: CleanOptions["frame"]): DOMPurify {
  const known = purifiers.get(frame)
  if (known) return known
  const made = createPurifier(frame)
  made.addHook("afterSanitizeAttributes", setAside)
  purifiers.set(frame, made)
  return made
}

function plainMessage(html: string, inside: Document): CleanMessage {
  const content = inside.createDocumentFragment()
  const text = inside.createElement("div")
  text.className = "deskhand-text"
  text.textContent = wordsOf(html)
  content.append(text)
  return { content, hasRemote: false, hasOwnColours: false }
}

/** Opens apart from us, knows nothing of us, and says where it leads in letters that cannot deceive. */
function secureLink(link: HTMLAnchorElement): void {
  if (!/^(https?|mailto|tel):$/.test(link.protocol)) link.removeAttribute("href")
  if (!link.hasAttribute("href")) return
  link.title = link.href
  link.target = "_blank"
  link.rel = "noopener noreferrer nofollow"
}

function hasColours(content: DocumentFragment): boolean {
  if (content.querySelector("[bgcolor], font[color]")) return true
  return [...content.querySelectorAll("[style]")].some((element) =>
    /(^|;\s*)(color|background-color)\s*:/i.test(element.getAttribute("style") ?? ""),
  )
}

import createPurifier from "dompurify"
import { isExcessive, wordsOf } from "../message-body/weight.ts"
import { contentIdAttribute } from "./schema.ts"

/** A window in which strangers' markup is read: its policy runs nothing and fetches nothing, while ours reads no markup. */
export type ReadingRoom = Window & typeof globalThis

let opening: Promise<ReadingRoom> | undefined

/** An empty frame that nobody sees, kept for as long as the page. */
export function openReadingRoom(): Promise<ReadingRoom> {
  opening ??= new Promise<ReadingRoom>((resolve, reject) => {
    const frame = document.createElement("iframe")
    frame.hidden = true
    frame.title = ""
    frame.ariaHidden = "true"
    frame.setAttribute("sandbox", "allow-same-origin")
    frame.src = "/message"
    frame.addEventListener("load", () => resolve(frame.contentWindow as ReadingRoom))
    frame.addEventListener("error", reject)
    document.body.append(frame)
  })
  return opening
}

const rules = {
  ALLOWED_TAGS:
    "a b blockquote br code div em h1 h2 h3 h4 h5 h6 i img li ol p pre s span strong table tbody td tr u ul".split(" "),
  ALLOWED_ATTR: ["href", "src", "alt"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/**
 * What the editor may see of some markup. What it can hold of that, its schema says. Markup that would hang the page
 * comes as plain text.
 */
export function readMarkup(html: string, room: ReadingRoom): DocumentFragment {
  if (isExcessive(html)) {
    const fragment = room.document.createDocumentFragment()
    fragment.append(wordsOf(html))
    return fragment
  }
  const purifier = createPurifier(room)
  purifier.addHook("afterSanitizeAttributes", removeSource)
  return purifier.sanitize(html, { ...rules, RETURN_DOM_FRAGMENT: true })
}

/** Pictures of the message keep their content id; all others stay away. Neither is fetched. */
function removeSource(element: Element): void {
  const contentId = /^cid:(.+)$/i.exec(element.getAttribute("src") ?? "")?.[1]
  element.removeAttribute("src")
  if (contentId !== undefined && element.localName === "img") element.setAttribute(contentIdAttribute, contentId)
}

import { type Attachment, isPicture, pathOf } from "./attachments.ts"

/** Pictures from elsewhere, whose addresses were set aside so that nothing fetches them by itself. */
export const remotePictures = "img[data-deskhand-remote]"

const remote = "data-deskhand-remote"

/** By this name a picture stands among the attachments of its message. */
const own = "data-deskhand-cid"

/** Called for every element of a message that stays, before any document holds it that could fetch something. */
export function setAside(element: Element): void {
  const source = element.getAttribute("src")
  if (source === null) return
  if (element.localName === "img" && /^https?:/i.test(source)) element.setAttribute(remote, source)
  if (element.localName === "img" && /^cid:/i.test(source)) element.setAttribute(own, nameOf(source))
  if (!/^data:/i.test(source)) element.removeAttribute("src")
}

function nameOf(source: string): string {
  const name = source.slice("cid:".length)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** What is too small to be seen only tells that it was fetched. An image without any source shows nothing either. */
export function removeTrackers(content: DocumentFragment): void {
  for (const image of content.querySelectorAll("img")) {
    const isTiny = ["width", "height"].some((side) => /^\s*[01](px)?\s*$/.test(image.getAttribute(side) ?? ""))
    if (isTiny || ![remote, own, "src"].some((name) => image.hasAttribute(name))) image.remove()
  }
}

/** Browsers keep few connections to one host, and slow pictures are not to stand in the way of the desk's own answers. */
const atOnce = 2

/** Lets the desk fetch them, which tells nobody who looks at them. */
export function loadPictures(content: ParentNode): void {
  const waiting = [...content.querySelectorAll<HTMLImageElement>(remotePictures)]
  const loadNext = () => {
    const image = waiting.shift()
    if (!image) return
    for (const end of ["load", "error"]) image.addEventListener(end, loadNext, { once: true })
    image.src = `/session/picture?url=${encodeURIComponent(image.getAttribute(remote) ?? "")}`
  }
  for (let slot = 0; slot < atOnce; slot++) loadNext()
}

/**
 * Shows the pictures that came with the message itself; one that did not, or is no picture, leaves its words. Gives what
 * lets go of them again.
 */
export function showOwnPictures(
  content: ParentNode,
  attachments: readonly Attachment[],
  wordFor: (name: string) => string,
): () => void {
  const leaving = new AbortController()
  const made: string[] = []
  for (const image of content.querySelectorAll<HTMLImageElement>(`img[${own}]`)) {
    const name = image.getAttribute(own)
    const attachment = attachments.find(({ contentId }) => contentId === name)
    const giveUp = () => replaceByWords(image, wordFor)
    if (!attachment || !isPicture(attachment)) giveUp()
    else
      void fetchBlob(pathOf(attachment), leaving.signal).then((blob) => {
        if (leaving.signal.aborted) return
        const url = URL.createObjectURL(blob)
        made.push(url)
        image.addEventListener("error", giveUp, { once: true })
        image.src = url
      }, giveUp)
  }
  return () => {
    leaving.abort()
    for (const url of made) URL.revokeObjectURL(url)
  }
}

async function fetchBlob(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(path, { signal })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.blob()
}

/** A picture that is not shown leaves its words. */
export function replaceByWords(image: Element, wordFor: (name: string) => string): void {
  const words = image.ownerDocument.createElement("span")
  words.className = "deskhand-image"
  words.textContent = wordFor(image.getAttribute("alt")?.trim() ?? "")
  image.replaceWith(words)
}

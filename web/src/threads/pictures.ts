/** Pictures from elsewhere, whose addresses were set aside so that nothing fetches them by itself. */
export const remotePictures = "img[data-deskhand-remote]"

const remote = "data-deskhand-remote"

/** Called for every element of a message that stays, before any document holds it that could fetch something. */
export function setAside(element: Element): void {
  const source = element.getAttribute("src")
  if (source === null) return
  if (element.localName === "img" && /^https?:/i.test(source)) element.setAttribute(remote, source)
  if (!/^data:/i.test(source)) element.removeAttribute("src")
}

/** What is too small to be seen only tells that it was fetched. An image without any source shows nothing either. */
export function removeTrackers(content: DocumentFragment): void {
  for (const image of content.querySelectorAll("img")) {
    const isTiny = ["width", "height"].some((side) => /^\s*[01](px)?\s*$/.test(image.getAttribute(side) ?? ""))
    if (isTiny || !(image.hasAttribute(remote) || image.hasAttribute("src"))) image.remove()
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

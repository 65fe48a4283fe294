/** By which the text of a message names one of its pictures. */
export function newContentId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0"))
  return `picture-${random.join("")}@deskhand`
}

/** Of what the editor writes: it escapes `<` in texts and writes the source first. */
export function contentIdsIn(html: string): string[] {
  return [...html.matchAll(/<img src="cid:([^"]+)"/g)].map(([, contentId = ""]) => contentId)
}

import type { Thread } from "@deskhand/sdk/client"

export type Attachment = NonNullable<Thread["_embedded"]>["attachments"][number]

/** Made of dots. The desk sends them with their type, and browsers take nothing else for one. */
export function isPicture({ mimeType, state }: Attachment): boolean {
  return state === "valid" && /^image\/(png|jpeg|gif|webp|avif)$/i.test(mimeType)
}

/** Shown as the letters that it is made of, whatever they would mean elsewhere. */
export function isReadable({ mimeType, state }: Attachment): boolean {
  return state === "valid" && /^(text\/[\w.+-]+|application\/json)$/i.test(mimeType)
}

/** On our own origin, whatever name the desk goes by. */
export function pathOf({ _links }: Attachment): string {
  return new URL(_links.download.href).pathname
}

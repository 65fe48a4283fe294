import type { MessageKey } from "../messages/text.ts"

/** What somebody may have forgotten. */
export function objectionsTo(html: string, files: number): (MessageKey & `composer.forgot.${string}`)[] {
  // What is quoted was written by others.
  const words = html.replace(/<blockquote>.*<\/blockquote>/s, " ").replace(/<[^>]*>/g, " ")
  return [
    ...(files === 0 && /\b(attach(ed|ing|ments?)?|enclosed)\b/i.test(words) ? ["composer.forgot.file" as const] : []),
    ...(/\{%[^%]*%\}/.test(words) ? ["composer.forgot.place" as const] : []),
  ]
}

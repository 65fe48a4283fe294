import { wordsOfText } from "../../conversations/threads/summary/words.ts"
import { keyOf } from "../../files/files.ts"
import { beginningOf, plainText } from "../../search/plain-text.ts"
import type { Vector } from "../../search/words.ts"
import type { ParsedMessage } from "../parse/message.ts"
import { contentHash } from "./rules.ts"

/** What is made of all the words of a message. Whoever reads it makes it too, so that nobody else is held up by that. */
export interface Digest {
  /** In hexadecimal digits: by which the same message is known. */
  contentHash: string
  preview: string
  words: Vector
}

export function digestOf(message: ParsedMessage): Digest {
  const text = plainText(message.body)
  const files = message.attachments.map(({ contents }) => keyOf(contents))
  return {
    contentHash: contentHash(message, files).toString("hex"),
    preview: beginningOf(text),
    words: wordsOfText(text),
  }
}

import { wordsOfBody } from "../../conversations/threads/words.ts"
import { keyOf } from "../../files/files.ts"
import { previewOf } from "../../search/plain-text.ts"
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
  const files = message.attachments.map(({ contents }) => keyOf(contents))
  return {
    contentHash: contentHash(message, files).toString("hex"),
    preview: previewOf(message.body),
    words: wordsOfBody(message.body),
  }
}

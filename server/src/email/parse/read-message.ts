import { moveBuffers } from "../../runtime/worker-pool.ts"
import { type Digest, digestOf } from "../receive/digest.ts"
import { storable } from "../receive/rules.ts"
import type { ParsedMessage } from "./message.ts"
import { parseMessage } from "./parse.ts"

/** Without a digest where parsing did not end. */
export interface ReadMessage extends ParsedMessage {
  digest?: Digest
}

/** Runs in a worker thread (`reader.ts`): whatever a message does to it, the desk goes on. */
export function readMessage(raw: Uint8Array): ReadMessage {
  const message = storable(parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
  // Parts of one message share its memory, which can be moved only once.
  const attachments = message.attachments.map((file) => ({ ...file, contents: new Uint8Array(file.contents) }))
  const buffers = attachments.map(({ contents }) => contents.buffer)
  return moveBuffers({ ...message, attachments, digest: digestOf(message) }, buffers)
}

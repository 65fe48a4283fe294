import { parentPort } from "node:worker_threads"
import { giveWay } from "../../priority.ts"
import { digestOf } from "../receive/digest.ts"
import { storable } from "../receive/rules.ts"
import { parseMessage } from "./parse.ts"

giveWay()

/** Runs in a thread of its own: whatever a message does to it, the desk goes on. */
parentPort?.on("message", ({ id, raw }: { id: number; raw: Uint8Array }) => {
  const message = storable(parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
  const digest = digestOf(message)
  // Parts of one message share its memory, which can be handed over only once.
  const attachments = message.attachments.map((file) => ({ ...file, contents: new Uint8Array(file.contents) }))
  parentPort?.postMessage(
    { id, message: { ...message, attachments, digest } },
    attachments.map(({ contents }) => contents.buffer),
  )
})
parentPort?.postMessage("ready")

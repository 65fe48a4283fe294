import { LRUCache } from "lru-cache"
import type { Files, StoredFile } from "../../files/files.ts"

/** Of one message: reading a larger one from the store costs little compared to parsing it. */
const maxMessageBytes = 250_000

/** Some forty messages of the usual size, for the moment between writing them and reading them. */
const cache = new LRUCache<string, Buffer>({
  maxSize: 2_000_000,
  maxEntrySize: maxMessageBytes,
  sizeCalculation: ({ length }) => Math.max(1, length),
})

/** Writes a message to the store, and caches it after that: only what is durable is read. */
export async function writeRawMail(files: Files, raw: Buffer): Promise<StoredFile> {
  const key = await files.write(raw)
  cache.set(key, raw)
  return { key, sizeBytes: raw.length }
}

/** The same for a message that comes in chunks. */
export async function writeRawMailStream(
  files: Files,
  contents: AsyncIterable<Uint8Array>,
  options: { limitBytes: number },
): Promise<StoredFile> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  const passing = async function* () {
    for await (const chunk of contents) {
      bytes += chunk.length
      if (bytes > maxMessageBytes) chunks = []
      else chunks.push(chunk)
      yield chunk
    }
  }
  const file = await files.writeStream(passing(), options)
  if (bytes <= maxMessageBytes) cache.set(file.key, Buffer.concat(chunks))
  return file
}

/** Gives a cached message once: a retry reads it from the store. */
export function takeRawMail(key: string): Buffer | undefined {
  const raw = cache.get(key)
  cache.delete(key)
  return raw
}

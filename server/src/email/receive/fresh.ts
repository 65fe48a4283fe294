import type { Files, StoredFile } from "../../files/files.ts"

/** Some forty of the usual size: who has more waiting reads them from the store. */
const mostBytes = 2_000_000

/** Of one message: what is large is not worth it. */
const largestBytes = 250_000

const kept = new Map<string, Buffer>()
let keptBytes = 0

/**
 * Writes a message to the store and remembers it for a moment, so that who reads it soon need not fetch it from there.
 * Only what is durable is remembered.
 */
export async function writeFresh(files: Files, raw: Buffer): Promise<StoredFile> {
  const key = await files.write(raw)
  remember(key, raw)
  return { key, sizeBytes: raw.length }
}

/** The same for what comes bit by bit. */
export async function writeFreshStream(
  files: Files,
  contents: AsyncIterable<Uint8Array>,
  options: { limitBytes: number },
): Promise<StoredFile> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  const passing = async function* () {
    for await (const chunk of contents) {
      bytes += chunk.length
      if (bytes > largestBytes) chunks = []
      else chunks.push(chunk)
      yield chunk
    }
  }
  const file = await files.writeStream(passing(), options)
  if (bytes <= largestBytes) remember(file.key, Buffer.concat(chunks))
  return file
}

function remember(key: string, raw: Buffer): void {
  if (raw.length > largestBytes) return
  takeFresh(key)
  kept.set(key, raw)
  keptBytes += raw.length
  // The oldest goes first.
  for (const [oldest] of kept) {
    if (keptBytes <= mostBytes) break
    takeFresh(oldest)
  }
}

/** Once: who tries again finds it in the store. */
export function takeFresh(key: string): Buffer | undefined {
  const raw = kept.get(key)
  if (raw && kept.delete(key)) keptBytes -= raw.length
  return raw
}

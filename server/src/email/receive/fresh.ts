/** Some forty of the usual size: who has more waiting reads them from the store. */
const mostBytes = 2_000_000

const kept = new Map<string, Buffer>()
let keptBytes = 0

/** What was written to the store a moment ago, so that it need not be fetched from there when it is read a moment later. */
export function keepFresh(key: string, raw: Buffer): void {
  takeFresh(key)
  if (raw.length > mostBytes) return
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

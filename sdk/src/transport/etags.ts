/** Beside the answers rather than in them, so that an answer stays exactly what the contract says. */
const etags = new WeakMap<object, string>()

/** The version of an answer, for `ifMatch`; undefined for lists, which have none. */
export function etagOf(answer: object): string | undefined {
  return etags.get(answer)
}

export function rememberEtag(answer: unknown, etag: string | null): void {
  if (typeof answer === "object" && answer !== null && etag !== null) etags.set(answer, etag)
}

import { preconditionFailed } from "../errors.ts"
import type { Answer, Call } from "./route.ts"

/** Settles If-Match: what the caller last read, against what a read would answer now. */
export async function refuseStale(call: Pick<Call, "request">, read: () => Promise<Answer>): Promise<void> {
  const expected = call.request.headers["if-match"]
  if (expected === undefined || expected.trim() === "*") return
  const { etag } = await read()
  if (!expected.split(",", 100).some((candidate) => candidate.trim() === etag))
    throw preconditionFailed("changed_meanwhile", "This has changed since you read it; read it again and retry")
}

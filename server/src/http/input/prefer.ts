import type { FastifyRequest } from "fastify"

/** Whether a write is to answer with what came of it (RFC 7240). */
export function prefersRepresentation({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const preferences = [headers["prefer"] ?? []].flat().join().split(",")
  const returns = preferences.map((one) => /^\s*return\s*=\s*"?([a-z]+)"?\s*(;|$)/i.exec(one)?.[1]?.toLowerCase())
  // The first of several that contradict one another counts.
  return returns.find((wanted) => wanted !== undefined) === "representation"
}

/** Tells that it was done, as some servers ignore preferences. */
export const representationApplied = { "Preference-Applied": "return=representation" }

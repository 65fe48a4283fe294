import { isDeepStrictEqual } from "node:util"
import type { Attempt } from "./journal.ts"
import { kinds, nothing, type Operation, type Pieces } from "./operations.ts"

/** What the database holds of one token. */
export interface Found {
  pieces: Pieces
  /** Of what its request made: conversations, or else threads; or else of the conversations that it tagged. */
  ids: number[]
}

export interface Complaint {
  token: string
  wrong: "lost" | "twice" | "half" | "another" | "uninvited"
  text: string
}

/**
 * Acknowledged means stored, under the id that was told; what was not acknowledged is there whole or not at all; and
 * nothing is there twice or without having been sent.
 */
export function check(attempts: Attempt[], stored: Map<string, Found>, operations: Operation[]): Complaint[] {
  const sent = new Set(attempts.map(({ token }) => token))
  const uninvited = [...stored.keys()].filter((token) => !sent.has(token))
  return [
    ...attempts.flatMap((attempt) => checkAttempt(attempt, stored.get(attempt.token), operations)),
    ...uninvited.map((token): Complaint => ({ token, wrong: "uninvited", text: "is stored and was never sent" })),
  ]
}

function checkAttempt(attempt: Attempt, found: Found | undefined, operations: Operation[]): Complaint[] {
  const { token, operation: name, acknowledged } = attempt
  const operation = operations.find((candidate) => candidate.name === name)
  if (!operation) throw new Error(`There is no operation "${name}"`)
  const pieces = found?.pieces ?? nothing
  const complain = (wrong: Complaint["wrong"], text: string): Complaint[] => [{ token, wrong, text: `${name} ${text}` }]

  if (isDeepStrictEqual(pieces, nothing))
    return acknowledged.length === 0 ? [] : complain("lost", `was acknowledged and nothing is stored`)
  if (kinds.some((kind) => pieces[kind] > operation.leaves[kind]))
    return complain("twice", `left more than it may: ${told(pieces)}`)
  if (!isDeepStrictEqual(pieces, operation.leaves)) return complain("half", `left a part: ${told(pieces)}`)
  const strange = acknowledged.filter(({ id }) => !found?.ids.includes(id))
  return strange.length === 0 ? [] : complain("another", `was acknowledged as ${strange.map(({ id }) => id)}`)
}

function told(pieces: Pieces): string {
  return kinds.map((kind) => `${pieces[kind]} ${kind}`).join(", ")
}

import assert from "node:assert/strict"
import type { TestDesk } from "./desk/desk.ts"

export interface Walked {
  ids: number[]
  /** Of the last page; undefined for lists without numbers. */
  total: number | undefined
  /** The address of the last page. */
  last: string
}

/** Follows `next` from the first page to the last. */
export async function walkPages(desk: TestDesk, path: string, token: string): Promise<Walked> {
  const ids: number[] = []
  let next: string | undefined = path
  let total: number | undefined
  let last = path
  while (next !== undefined) {
    const { status, body } = await desk.get(next, token)
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(ids.length < 10_000, "the pages never end")
    const [rows] = Object.values(body._embedded) as { id: number }[][]
    ids.push(...(rows ?? []).map(({ id }) => id))
    total = body.page?.totalElements
    last = next
    next = body._links.next?.href
  }
  return { ids, total, last }
}

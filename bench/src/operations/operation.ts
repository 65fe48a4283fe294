import type pg from "pg"
import type { Caller, Request } from "./requests.ts"

/** What it counts as where it is held against its goal; `cold` asks for something else each time, at random. */
export type Kind = "cold" | "get" | "list" | "page" | "threads" | "customers" | "search" | "write" | "change" | "other"

export interface Operation {
  name: string
  kind: Kind
  /** Who answers it. */
  by: "desk" | "floor"
  /** The floor operation that it is compared with; none for the floor's own. */
  floor?: string
  requests: Request[]
  /** What the first request must list, in this order. */
  truth?: number[]
}

export interface Prepared {
  db: pg.Client
  /** The desk, which runs. */
  desk: Caller
}

/** The specification's page of conversations. */
export const perPage = 25

export async function column<Value>(db: pg.Client, statement: string): Promise<Value[]> {
  const { rows } = await db.query<{ value: Value }>(statement)
  return rows.map((row) => row.value)
}

/** Up to ten values from the rarest to the most common: what is common is often what is fast. */
export function spread<Value>(values: Value[], count = 10): Value[] {
  if (values.length <= count) return values
  return Array.from({ length: count }, (_, index) => values[Math.round((index * (values.length - 1)) / (count - 1))]!)
}

import { type Bare, bareSearch } from "./bare-search.ts"
import { pool } from "./floor-pool.ts"

/** The newest 25 that have the words, and nothing about them but their ready documents: no total, no rights. */
export async function searchBare(query: string): Promise<[string][]> {
  const { text, values } = bareSearch(Object.fromEntries(new URLSearchParams(query)) as unknown as Bare)
  const { rows } = await pool.query<[string]>({
    // Without a name: a plan that suits any word suits none.
    text: `
      select document from (select id, created_at ${text} order by created_at desc, id desc limit 25) as found
      join bench.conversations using (id) order by created_at desc, id desc`,
    values,
    rowMode: "array",
  })
  return rows
}

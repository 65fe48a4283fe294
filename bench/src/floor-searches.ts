import { pool } from "./floor-pool.ts"

/** The newest 25 that have the words, and nothing about them but their ready documents: no total, no rights. */
export async function searchBare(query: string): Promise<[string][]> {
  const asked = new URLSearchParams(query)
  const values: string[] = []
  const condition = (name: string, sql: (value: string) => string) => {
    const value = asked.get(name)
    if (value === null) return ""
    values.push(name === "weeks" ? `{${value}}` : value)
    return `and ${sql(`$${values.length}`)}`
  }
  const { rows } = await pool.query<[string]>({
    // Without a name: a plan that suits any word suits none.
    text: `
      select document from (
        select conversation_id, created_at from searched_conversations s where true
        ${condition("words", (value) => `searched_words(conversation_id, version) @@ ${value}::tsquery`)}
        ${condition("weeks", (value) => `week = any(${value}::integer[])`)}
        ${condition("inbox", (value) => `inbox_id = ${value}`)}
        ${condition("status", (value) => `status = ${value}`)}
        ${condition(
          "phrase",
          (value) => `exists (select from search_entries e
            where e.conversation_id = s.conversation_id and words @@ ${value}::tsquery)`,
        )}
        order by created_at desc, conversation_id desc limit 25
      ) as found join bench.conversations on id = conversation_id order by created_at desc, conversation_id desc`,
    values,
    rowMode: "array",
  })
  return rows
}

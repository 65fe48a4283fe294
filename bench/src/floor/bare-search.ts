/** What the floor looks for. */
export interface Bare {
  /** A tsquery over `search_documents` (`db/schema/14-search.sql`). */
  words: string
  /** A tsquery over the entry of one thread, where words must follow one another. */
  phrase?: string
  inbox?: string
  status?: string
  /** Began then or later. */
  since?: string
}

const conditions: Record<keyof Bare, (value: string) => string> = {
  words: (value) => `d.words @@ ${value}::tsquery`,
  phrase: (value) =>
    `exists (select from search_entries e where e.conversation_id = d.conversation_id and e.words @@ ${value}::tsquery)`,
  inbox: (value) => `inbox_id = ${value}`,
  status: (value) => `status = ${value}`,
  since: (value) => `created_at >= ${value}`,
}

/** What follows the columns in the SQL that finds it. */
export function bareSearch(bare: Bare): { text: string; values: string[] } {
  const given = Object.entries(bare) as [keyof Bare, string][]
  const wanted = given.map(([name], index) => conditions[name](`$${index + 1}`))
  return {
    text: `from (select conversation_id as id, * from search_documents) as d
      where state = 'published' and ${wanted.join(" and ")}`,
    values: given.map(([, value]) => value),
  }
}

import { join, type Sql, sql } from "../db/db.ts"
import { momentColumn, numberColumn, type SearchField, type TextField } from "../search/compile.ts"
import { wordsOf } from "../search/words.ts"

/** What can be searched, as conditions on rows of `customers`. */
export const customerFields = {
  named: {
    firstName: nameField(sql`customers.first_name_words`),
    lastName: nameField(sql`customers.last_name_words`),
    email: {
      kind: "text",
      matches: withAddress,
      present: hasAddress(sql`true`),
    },
    id: numberColumn(sql`customers.id`),
    createdAt: momentColumn(sql`customers.created_at`),
    modifiedAt: momentColumn(sql`customers.updated_at`),
  } satisfies Record<string, SearchField>,
  free: {
    kind: "text",
    matches: (text) => {
      const given = [namedLike(text), withAddress(text)].filter((part) => part !== undefined)
      return given.length === 0 ? undefined : sql`(${join(given, " or ")})`
    },
    present: sql`true`,
  } satisfies TextField,
}

/** The words stand in the name next to each other. The first half is what the index has. */
function nameField(words: Sql): TextField {
  return {
    kind: "text",
    matches: (text) =>
      wordsOf(text).length === 0
        ? undefined
        : sql`(customers.name_words like ${wholeWords(text)} and ${words} like ${wholeWords(text)})`,
    present: sql`${words} <> ''`,
  }
}

/** Both sides are folded by the same function, which leaves nothing in a text that a pattern would take for a sign. */
function wholeWords(text: string): Sql {
  return sql`'%' || words_of_name(${text}) || '%'`
}

/** The text stands anywhere in the whole name, also in the middle of a word. */
export function namedLike(text: string): Sql | undefined {
  if (wordsOf(text).length === 0) return undefined
  return sql`customers.name_words like '%' || btrim(words_of_name(${text})) || '%'`
}

function withAddress(part: string): Sql | undefined {
  const like = addressLike(part)
  return like && hasAddress(like)
}

/** Of rows of `customer_emails`; undefined for an empty text, which every address would contain. */
export function addressLike(part: string): Sql | undefined {
  const text = part.trim()
  return text === "" ? undefined : sql`value ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`
}

/**
 * Asks the addresses of each customer by themselves: without the offset the planner would read every match in the desk
 * to answer for the few rows of a walk.
 */
function hasAddress(condition: Sql): Sql {
  return sql`exists (select from customer_emails where customer_id = customers.id and ${condition} offset 0)`
}

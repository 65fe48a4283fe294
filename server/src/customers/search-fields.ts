import { join, type Sql, sql } from "../db/db.ts"
import { momentColumn, numberColumn, type SearchField, type TextField } from "../search/compile.ts"
import { domainIn } from "../search/domains.ts"
import { wordsOf } from "../search/words.ts"

/** What can be searched, as conditions on rows of `customers` alone. */
export const customerFields = {
  named: {
    firstName: nameField(sql`customers.first_name_words`),
    lastName: nameField(sql`customers.last_name_words`),
    email: {
      kind: "text",
      matches: (text) => addressOfDomain(text) ?? addressLike(text),
      present: sql`customers.addresses <> ''`,
    },
    id: numberColumn(sql`customers.id`),
    createdAt: momentColumn(sql`customers.created_at`),
    modifiedAt: momentColumn(sql`customers.updated_at`),
  } satisfies Record<string, SearchField>,
  free: {
    kind: "text",
    matches: (text) => {
      const given = [namedLike(text), addressLike(text)].filter((part) => part !== undefined)
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
function namedLike(text: string): Sql | undefined {
  if (wordsOf(text).length === 0) return undefined
  return sql`customers.name_words like '%' || btrim(words_of_name(${text})) || '%'`
}

/** Undefined for an empty text, which every address would contain. */
function addressLike(text: string): Sql | undefined {
  const part = text.trim()
  if (part === "") return undefined
  return sql`customers.addresses like lower(${`%${part.replace(/[\\%_]/g, "\\$&")}%`})`
}

/** `*@acme.example`: an address ends so. The first half is what the index has. */
function addressOfDomain(text: string): Sql | undefined {
  const domain = text.trim().startsWith("*@") ? domainIn(text) : undefined
  if (domain === undefined) return undefined
  return sql`(${addressLike(`@${domain}`)} and ${`@${domain}`} = any(
    select substring(address from '@[^@]*$') from string_to_table(customers.addresses, e'\n') as address))`
}

import { unassigned } from "@deskhand/contract/conversations/search-language"
import { type Sql, sql } from "../../../db/db.ts"
import type { Term } from "../../../search/tree.ts"
import { usersNamed } from "../search-fields.ts"
import type { Resolving } from "./searcher.ts"

/** Notes the name of a tag, an inbox or a person that does not exist. */
export async function explainTerm(resolving: Resolving, { field, value, at }: Term): Promise<void> {
  if (!("text" in value) || value.text.trim() === "") return
  const found = lookups[field?.toLowerCase() ?? ""]?.(value.text, resolving)
  if (found === undefined) return
  const { exists } = await resolving.db.one<{ exists: boolean }>(sql`select exists (${found.statement})`)
  if (!exists) resolving.note(at, found.message)
}

const lookups: Record<string, (text: string, resolving: Resolving) => { statement: Sql; message: string } | undefined> =
  {
    tag: (text) => ({
      statement: sql`select from tags where lower(name) = lower(${text})`,
      message: `No tag is named ${text}.`,
    }),
    mailbox: (text, { searcher }) => ({
      statement: sql`select from inboxes where name = ${text} and id = any(${searcher.inboxIds}::bigint[])`,
      message: `No inbox is named exactly ${text}. in: finds it in any case.`,
    }),
    assigned: (text) =>
      text.toLowerCase() === unassigned
        ? undefined
        : { statement: usersNamed(text), message: `Nobody is named ${text}.` },
  }

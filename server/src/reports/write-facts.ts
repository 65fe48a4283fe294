import { type Db, raw, type Sql, sql } from "../db/db.ts"
import { type Difference, differenceOf, type FactRow } from "./fact-rows.ts"

const columns =
  raw(`conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, seconds, office_seconds, amount,
  range, office_range, chat_range`)

export async function writeFacts(db: Db, { gone, came }: Difference): Promise<void> {
  await db.run(sql`
    delete from report_facts fact using ${keysOf(gone)}
    where fact.conversation_id = gone.conversation_id and fact.kind = gone.kind and fact.part = gone.part`)
  await db.run(sql`insert into report_facts (${columns}) select ${columns} from ${signed(came, 1)}`)
}

/** Every fact once more for each tag of its conversation. */
export async function writeTagFacts(db: Db, { before, after }: { before: FactRow[]; after: FactRow[] }): Promise<void> {
  const { gone, came } = differenceOf(byTag(before), byTag(after))
  if (gone.length > 0)
    await db.run(sql`
      delete from report_tag_facts fact using ${keysOf(gone)}
      where fact.tag_id = gone.tag_id and fact.at = gone.at and fact.conversation_id = gone.conversation_id
        and fact.kind = gone.kind and fact.part = gone.part`)
  if (came.length > 0)
    await db.run(
      sql`insert into report_tag_facts (tag_id, ${columns}) select tag_id, ${columns} from ${signed(came, 1)}`,
    )
}

function byTag(facts: FactRow[]): FactRow[] {
  const tagged = facts.filter(({ kind }) => kind === "tagged")
  const tags = Map.groupBy(tagged, ({ conversationId }) => conversationId)
  return facts.flatMap((fact) => (tags.get(fact.conversationId) ?? []).map(({ part }) => ({ ...fact, tagId: part })))
}

function keysOf(gone: FactRow[]): Sql {
  return sql`unnest(${gone.map(({ tagId = 0 }) => tagId)}::bigint[], ${gone.map(({ at }) => at)}::timestamptz[],
    ${gone.map(({ conversationId }) => conversationId)}::bigint[], ${gone.map(({ kind }) => kind)}::text[],
    ${gone.map(({ part }) => part)}::bigint[]) as gone (tag_id, at, conversation_id, kind, part)`
}

/** Facts as rows of a statement. */
export function signed(facts: FactRow[], sign: 1 | -1): Sql {
  const column = (name: keyof FactRow) => facts.map((fact) => fact[name])
  return sql`(select ${raw(String(sign))} as sign, * from unnest(${facts.map(({ tagId = 0 }) => tagId)}::bigint[],
    ${column("conversationId")}::bigint[],
    ${column("kind")}::text[], ${column("part")}::bigint[], ${column("at")}::timestamptz[], ${column("inboxId")}::bigint[],
    ${column("type")}::text[], ${column("customerId")}::bigint[], ${column("userId")}::bigint[],
    ${column("seconds")}::bigint[], ${column("officeSeconds")}::bigint[], ${column("amount")}::integer[],
    ${column("range")}::smallint[], ${column("officeRange")}::smallint[], ${column("chatRange")}::smallint[])
    as facts (tag_id, conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, seconds, office_seconds, amount, range,
      office_range, chat_range)) as facts`
}

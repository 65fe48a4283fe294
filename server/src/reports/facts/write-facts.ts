import { type Db, raw, sql } from "../../db/db.ts"
import { arrayLiteral } from "./array-literal.ts"
import type { Difference, FactRow } from "./fact-rows.ts"

/** Nothing is said of the sums that they change (`sums.ts`). */
export async function writeFacts(db: Db, { gone, came }: Difference): Promise<void> {
  await Promise.all([gone.length > 0 && deleteFacts(db, gone), came.length > 0 && insertFacts(db, came)])
}

function deleteFacts(db: Db, gone: FactRow[]): Promise<number> {
  return db.run(sql`
    delete from report_facts fact using unnest(${columnOf(gone, "conversationId")}::bigint[],
      ${columnOf(gone, "kind")}::text[], ${columnOf(gone, "part")}::bigint[]) as gone (conversation_id, kind, part)
    where fact.conversation_id = gone.conversation_id and fact.kind = gone.kind and fact.part = gone.part`)
}

const columns =
  raw(`conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, tag_ids, seconds, office_seconds, amount,
  range, office_range, chat_range, first_activity, first_reply`)

function insertFacts(db: Db, came: FactRow[]): Promise<number> {
  const column = (name: keyof FactRow) => columnOf(came, name)
  return db.run(sql`
    insert into report_facts (${columns})
    select conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, tag_ids::bigint[], seconds, office_seconds,
      amount, range, office_range, chat_range, first_activity, first_reply
    from unnest(${column("conversationId")}::bigint[], ${column("kind")}::text[], ${column("part")}::bigint[],
      ${arrayLiteral(came.map(({ at }) => at.toISOString()))}::timestamptz[], ${column("inboxId")}::bigint[],
      ${column("type")}::text[], ${column("customerId")}::bigint[], ${column("userId")}::bigint[],
      ${arrayLiteral(came.map(({ tagIds }) => `"{${tagIds}}"`))}::text[], ${column("seconds")}::bigint[],
      ${column("officeSeconds")}::bigint[], ${column("amount")}::integer[], ${column("range")}::smallint[],
      ${column("officeRange")}::smallint[], ${column("chatRange")}::smallint[],
      ${column("firstActivity")}::boolean[], ${column("firstReply")}::boolean[]) as facts (${columns})`)
}

function columnOf(facts: FactRow[], name: keyof FactRow): string {
  return arrayLiteral(facts.map((fact) => fact[name] as string | number | boolean | null))
}

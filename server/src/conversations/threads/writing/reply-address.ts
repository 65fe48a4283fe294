import { type Db, sql } from "../../../db/db.ts"

/**
 * Where a reply to a customer goes: to the address that they last wrote from in this conversation, as long as it is
 * theirs; otherwise to their first one. Null where they have none.
 */
export async function findReplyAddress(db: Db, conversationId: number, customerId: number): Promise<string | null> {
  const { address } = await db.one<{ address: string }>(sql`
    select coalesce((
      select e.value from threads t join mail_messages m on m.thread_id = t.id
      join customer_emails e on e.customer_id = t.customer_id and lower(e.value) = lower(m.facts ->> 'sender')
      where t.conversation_id = ${conversationId} and t.customer_id = ${customerId} and t.type = 'customer'
      order by t.created_at desc, t.id desc limit 1), first_email(${customerId})) as address`)
  return address || null
}

import { type Db, sql } from "../../../server/src/db/db.ts"
import type { SeedPlan } from "./plan.ts"

/** What the paused triggers would have gathered. */
export async function writeDocuments(db: Db, plan: SeedPlan): Promise<void> {
  await db.run(sql`
    insert into search_documents (conversation_id, inbox_id, status, state, created_at, words)
    select id, inbox_id, status, state, created_at, document_words(id) from conversations where id >= ${plan.ids.conversations} order by id`)
}

/** What the paused triggers would have counted, for the seeded rows alone. */
export async function countSeeded(db: Db, plan: SeedPlan): Promise<void> {
  const { organizations, customers, conversations } = plan.ids
  await db.run(sql`
    insert into conversation_count_changes (inbox_id, status, home_folder, assignee_id, amount)
    select inbox_id, status, home_folder, coalesce(assignee_id, 0), count(*)
    from conversations where id >= ${conversations} group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
  await db.run(sql`
    insert into tag_count_changes (tag_id, inbox_id, status, home_folder, amount)
    select tag_id, inbox_id, status, home_folder, count(*)
    from conversation_tags join conversations on conversations.id = conversation_id
    where conversation_id >= ${conversations} group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
  await db.run(sql`
    insert into table_count_changes (table_name, amount)
    select 'customers', count(*) from customers where id >= ${customers}
    union all select 'organizations', ${plan.organizations}`)
  await db.run(sql`
    insert into customer_inboxes (customer_id, inbox_id, conversation_count, customer_created_at)
    select customer_id, inbox_id, amount, created_at
    from (
      select customer_id, inbox_id, count(*) as amount from conversations
      where id >= ${conversations} and home_folder not in ('deleted', 'drafts') group by 1, 2
    ) counted join customers on customers.id = customer_id order by 1, 2`)
  await db.run(sql`
    insert into organization_inboxes (organization_id, inbox_id, conversation_count)
    select organization_id, inbox_id, count(*) from conversations
    where id >= ${conversations} and organization_id is not null and home_folder not in ('deleted', 'drafts')
    group by 1, 2 order by 1, 2`)
  await db.run(sql`
    update organizations set customer_count = counted.amount
    from (select organization_id, count(*) as amount from customers where id >= ${customers} group by 1) counted
    where organizations.id = counted.organization_id and organizations.id >= ${organizations}`)
  await db.run(sql`
    update organizations set conversation_count = counted.amount, last_interaction_at = counted.latest
    from (
      select organization_id, max(modified_at) as latest,
        count(*) filter (where home_folder not in ('deleted', 'drafts')) as amount
      from conversations where id >= ${conversations} group by 1
    ) counted
    where organizations.id = counted.organization_id and organizations.id >= ${organizations}`)
  await db.run(sql`select settle_counts()`)
}

import { type Db, type Sql, sql } from "../db/db.ts"
import type { Difference } from "./counters.ts"

/** Those of so many ids are looked at in one statement, which keeps memory small and lets progress be told. */
export const idsAtOnce = 20_000

/** What conversations tell of their threads otherwise than the threads do. */
export function listWrongTold(db: Db, firstId: number): Promise<Difference[]> {
  const range = sql`between ${firstId} and ${firstId + idsAtOnce - 1}`
  return db.many(sql`
    with told as materialized (${tellingOf(sql`conversation_id ${range}`)})
    select id as conversation_id, ${named(sql`conversations`)} as kept, ${named(sql`told`)} as counted
    from conversations join told on conversation_id = id
    where id ${range} and (${columnsOf(sql`conversations`)}) is distinct from (${columnsOf(sql`told`)})
    order by id`)
}

/** Under the lock that whoever writes a thread takes first, so that none is missed. */
export async function retellThreads(db: Db, differences: Difference[]): Promise<void> {
  const ids = differences.map((difference) => Number(difference["conversation_id"]))
  await db.run(sql`select from conversations where id = any(${ids}::bigint[]) order by id for no key update`)
  await db.run(sql`
    with told as (${tellingOf(sql`conversation_id = any(${ids}::bigint[])`)})
    update conversations set (${columnsOf()}) = (${columnsOf(sql`told`)})
    from told where id = conversation_id`)
}

/** As conversations/threads/derive.ts does it when something is written. */
function tellingOf(condition: Sql): Sql {
  return sql`
    select conversation_id,
      count(*) filter (where type not in ('note', 'lineitem') and state = 'published') as thread_count,
      count(*) filter (where type <> 'lineitem') as held_thread_count,
      bool_or(exists (select from attachments where thread_id = marked.id)) as has_attachments,
      bool_or(state in ('review', 'bounced')) as needs_attention,
      min(created_at) filter (where created_by_id is null and type <> 'lineitem' and state = 'published'
        and place > coalesce(answered, 0)) as waiting_since,
      max(created_at) filter (where created_by_id is null and type <> 'lineitem' and state = 'published') as customer_wrote_at
    from (
      select placed.*, max(place) filter (where created_by_id is not null and state = 'published'
        and type in ('message', 'chat', 'widgetchat', 'phone')) over (partition by conversation_id) as answered
      from (
        select id, conversation_id, type, state, created_by_id, created_at,
          row_number() over (partition by conversation_id order by created_at, id) as place
        from threads where ${condition}
      ) placed
    ) marked
    group by conversation_id`
}

function columnsOf(source?: Sql): Sql {
  const of = source === undefined ? sql`` : sql`${source}.`
  return sql`${of}thread_count, ${of}held_thread_count, ${of}has_attachments, ${of}needs_attention, ${of}waiting_since,
    ${of}customer_wrote_at`
}

function named(source: Sql): Sql {
  return sql`format('%s and %s threads, attachments %s, attention %s, waiting %s, customer wrote %s', ${columnsOf(source)})`
}

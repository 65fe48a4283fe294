import { type Db, join, raw, type Sql, sql } from "../db/db.ts"

/** An amount that is kept, and what there is when one counts. Columns name which amount it is. */
export interface Difference {
  [column: string]: string | number
  kept: string | number
  counted: string | number
}

/** A kind of kept amount, how to count it anew, and how to add what was found missing. */
export interface Counter {
  name: string
  /** Gives a row for each amount that is not as counted: the columns that name it, `kept` and `counted`. */
  differences: Sql
  /** Adds the differences and assigns nothing, so that changes since they were found are not lost. */
  correct: (db: Db, differences: Difference[]) => Promise<void>
}

const published = sql`state = 'published'`
const iso = raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`)

/**
 * Every counter, in the order in which they are repaired: what an earlier one corrects may move a later one through
 * triggers, or through a row that both read.
 */
export const counters: Counter[] = [
  {
    name: "conversations in folders and lists",
    differences: compare({
      key: ["inbox_id", "status", "home_folder", "assignee_id"],
      kept: sql`select inbox_id, status, home_folder, assignee_id, sum(amount) as kept from conversation_totals
        group by 1, 2, 3, 4`,
      counted: sql`select inbox_id, status, home_folder, coalesce(assignee_id, 0) as assignee_id, count(*) as counted
        from conversations group by 1, 2, 3, 4`,
    }),
    correct: addTo("conversation_counts"),
  },
  {
    name: "conversations in lists, whoever has them",
    differences: compare({
      key: ["inbox_id", "status", "home_folder"],
      kept: sql`select inbox_id, status, home_folder, sum(amount) as kept from cell_totals group by 1, 2, 3`,
      counted: sql`select inbox_id, status, home_folder, count(*) as counted from conversations group by 1, 2, 3`,
    }),
    correct: addTo("cell_counts"),
  },
  {
    name: "conversations with tags",
    differences: compare({
      key: ["tag_id", "inbox_id", "status", "home_folder"],
      kept: sql`select tag_id, inbox_id, status, home_folder, sum(amount) as kept from tag_totals group by 1, 2, 3, 4`,
      counted: sql`select tag_id, inbox_id, status, home_folder, count(*) as counted
        from conversation_tags join conversations on id = conversation_id group by 1, 2, 3, 4`,
    }),
    correct: appendTo("tag_count_changes", "amount"),
  },
  {
    name: "conversations of customers",
    differences: compare({
      key: ["customer_id", "inbox_id"],
      kept: sql`select customer_id, inbox_id, conversation_count as kept from customer_inboxes`,
      counted: sql`select customer_id, inbox_id, count(*) as counted from conversations where ${published} group by 1, 2`,
    }),
    correct: addToCustomers,
  },
  {
    name: "customers and organizations in lists",
    differences: compare({
      key: ["table_name"],
      kept: sql`select table_name, sum(amount) as kept from table_totals group by 1`,
      counted: sql`select 'customers' as table_name, count(*) as counted from customers
        union all select 'organizations', count(*) from organizations
        union all select customers_of(inbox_id), count(*) from (
          select distinct inbox_id, customer_id from conversations where ${published}
        ) writers group by inbox_id`,
    }),
    correct: appendTo("table_count_changes", "amount"),
  },
  {
    name: "conversations of organizations by inbox",
    differences: compare({
      key: ["organization_id", "inbox_id"],
      kept: sql`select organization_id, inbox_id, sum(amount) as kept from organization_inbox_totals
        where organization_id in (select id from organizations) and inbox_id in (select id from inboxes) group by 1, 2`,
      counted: sql`select organization_id, inbox_id, count(*) as counted from conversations
        where ${published} and organization_id is not null group by 1, 2`,
    }),
    correct: moveBetweenInboxes,
  },
  organizationCounter("conversations", sql`conversations where ${published} and organization_id is not null`),
  organizationCounter("customers", sql`customers where organization_id is not null`),
  {
    name: "last interaction of organizations",
    // It never goes back: it was true when somebody wrote in a conversation that has left the organization since.
    differences: sql`
      select organization_id, coalesce(to_char(kept at time zone 'utc', ${iso}), 'never') as kept,
        to_char(counted at time zone 'utc', ${iso}) as counted
      from (select organization_id, max(latest_at) as kept from organization_totals group by 1) told
      join (
        select organization_id, max(modified_at) as counted from conversations where organization_id is not null group by 1
      ) latest using (organization_id)
      where kept is null or kept < counted order by 1`,
    correct: appendTo("organization_count_changes", "latest_at", ({ counted }) => counted),
  },
]

function organizationCounter(name: "conversations" | "customers", counted: Sql): Counter {
  return {
    name: `${name} of organizations`,
    differences: compare({
      key: ["organization_id"],
      kept: sql`select organization_id, sum(${raw(name)}) as kept from organization_totals
        where organization_id in (select id from organizations) group by 1`,
      counted: sql`select organization_id, count(*) as counted from ${counted} group by 1`,
    }),
    correct: appendTo("organization_count_changes", name),
  }
}

function compare({ key, kept, counted }: { key: string[]; kept: Sql; counted: Sql }): Sql {
  const columns = join(key.map((column) => raw(column)))
  return sql`
    select ${columns}, coalesce(kept, 0) as kept, coalesce(counted, 0) as counted
    from (${kept}) told full join (${counted}) there using (${columns})
    where coalesce(kept, 0) <> coalesce(counted, 0) order by ${columns}`
}

/** A change like any other: readers add it up, and it is settled with the rest. */
function appendTo(table: string, column: string, change: (difference: Difference) => string | number = missing) {
  return async (db: Db, differences: Difference[]) => {
    const changes = differences.map((difference) => {
      const { kept, counted, ...key } = difference
      return { ...key, [column]: change(difference) }
    })
    const columns = join(Object.keys(changes[0] ?? {}).map((name) => raw(name)))
    await db.run(sql`
      insert into ${raw(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(changes)}::json)`)
  }
}

/** To the settled amount alone: a change would move those that are compared by themselves too. */
function addTo(table: string) {
  return async (db: Db, differences: Difference[]) => {
    const changes = differences.map(({ kept, counted, ...key }) => ({ ...key, amount: missing({ kept, counted }) }))
    const { kept: _, counted: __, ...first } = differences[0] ?? { kept: 0, counted: 0 }
    const key = join(Object.keys(first).map((name) => raw(name)))
    await db.run(sql`
      insert into ${raw(table)} as told (${key}, amount)
      select ${key}, amount from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(changes)}::json)
      order by ${key}
      on conflict (${key}) do update set amount = told.amount + excluded.amount`)
  }
}

/** What comes to an inbox comes from none, so that the organization's own number, which is compared by itself, stays. */
async function moveBetweenInboxes(db: Db, differences: Difference[]): Promise<void> {
  const append = appendTo("organization_count_changes", "conversations")
  await append(db, differences)
  const opposites = differences.map(({ inbox_id, kept, counted, ...key }) => ({ ...key, kept: counted, counted: kept }))
  await append(db, opposites)
}

/** These have no changes to append to. Each is held for a moment, in the order of all writers. */
async function addToCustomers(db: Db, differences: Difference[]): Promise<void> {
  const changes = differences.map(({ kept, counted, ...key }) => ({
    ...key,
    conversation_count: missing({ kept, counted }),
  }))
  await db.run(sql`
    insert into customer_inboxes as told (customer_id, inbox_id, conversation_count)
    select customer_id, inbox_id, conversation_count
    from json_populate_recordset(null::customer_inboxes, ${JSON.stringify(changes)}::json) order by 1, 2
    on conflict (customer_id, inbox_id) do update
    set conversation_count = told.conversation_count + excluded.conversation_count`)
}

function missing({ kept, counted }: Difference): number {
  return Number(counted) - Number(kept)
}

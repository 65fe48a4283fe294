import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Db, raw, sql } from "../../server/src/db/db.ts"
import { plainText } from "../../server/src/search/plain-text.ts"
import { tsvectorLiteral, wordsOf } from "../../server/src/search/words.ts"
import { type TestDatabase, testDatabase } from "../../server/test/desk/database.ts"
import { type SeedOptions, type SeedSummary, seedDesk } from "./seed.ts"

const now = new Date("2026-11-15T12:00:00Z")
const small: SeedOptions = { conversations: 300, threadsPer: 10, rng: 42, now }
const large: SeedOptions = { conversations: 5_000, threadsPer: 1.5, rng: 42, now }
const few: SeedOptions = { ...small, conversations: 20 }
const quietly = () => {}

describe("seedDesk with 300 conversations", () => {
  let desk: TestDatabase
  let db: Db
  let summary: SeedSummary
  before(async () => {
    desk = await testDatabase()
    db = desk.db
    summary = await seedDesk(desk.db, small, quietly)
  })
  after(() => desk.drop())

  test("gives the same rows again on another empty desk, and others for another number", async () => {
    const [one, same, other] = await Promise.all([testDatabase(), testDatabase(), testDatabase()])
    try {
      await seedDesk(one.db, few, quietly)
      await seedDesk(same.db, few, quietly)
      await seedDesk(other.db, { ...few, rng: 43 }, quietly)
      const hashes = await hashesOf(one.db)
      assert.deepEqual(await hashesOf(same.db), hashes)
      const others = await hashesOf(other.db)
      for (const table of ["users", "customers", "conversations", "threads", "search_entries"])
        assert.notEqual(others[table], hashes[table], table)
    } finally {
      await Promise.all([one.drop(), same.drop(), other.drop()])
    }
  })

  test("has every type, status and state", async () => {
    const kinds = async (column: string, table: string) =>
      (await db.many<{ kind: string }>(raw(`select distinct ${column} as kind from ${table} order by 1`)))
        .map(({ kind }) => kind)
        .join(" ")
    assert.equal(await kinds("status", "conversations"), "active closed pending spam")
    assert.equal(await kinds("state", "conversations"), "deleted draft published")
    assert.equal(await kinds("type", "conversations"), "chat email phone")
    assert.equal(await kinds("home_folder", "conversations"), "assigned closed deleted drafts snoozed spam unassigned")
    assert.equal(
      await kinds("type", "threads"),
      "chat customer forwardchild forwardparent lineitem message note phone widgetchat",
    )
    assert.equal(await kinds("status", "threads"), "active closed pending spam")
    assert.equal(await kinds("state", "threads"), "bounced draft hidden published review")
    assert.equal(await kinds("type", "custom_fields"), "date dropdown multiline number singleline")
    assert.equal(await kinds("role", "users where role is not null"), "admin light user user")
    for (const table of ["merged_conversations", "ratings", "conversation_fields", "conversation_tags"])
      assert.ok((summary.rows[table] ?? 0) > 0, table)
    for (const table of Object.keys(summary.rows)) assert.equal(await rowsIn(db, table), summary.rows[table], table)
    assert.ok((await rowsIn(db, "conversations where scheduled_for is not null")) > 0)
    assert.ok((await rowsIn(db, "conversations where needs_attention")) > 0)
  })

  test("has about the wanted number of threads", () => {
    assert.ok(Math.abs(summary.rows["threads"]! - 3_000) < 60, String(summary.rows["threads"]))
  })

  test("says of each conversation what its threads say", () => assertDerived(db))
  test("counts right", () => assertCounters(db))

  test("links both halves of a forward", async () => {
    assert.equal(
      await rowsIn(
        db,
        `threads parent where type = 'forwardparent' and not exists (select from threads child
          where child.type = 'forwardchild' and child.conversation_id = parent.linked_conversation_id
            and child.linked_conversation_id = parent.conversation_id and child.created_at = parent.created_at)`,
      ),
      0,
    )
  })

  test("makes the search entries that search/words.ts makes", async () => {
    const entries = await db.many<{ stored: string; subject: string; body: string | null; addresses: string[] }>(sql`
      select words::text as stored, subject, body, to_addresses || threads.cc || threads.bcc as addresses
      from search_entries join conversations on conversations.id = search_entries.conversation_id
      left join threads on threads.id = thread_id`)
    const expected = entries.map(({ subject, body, addresses }) =>
      body === null
        ? tsvectorLiteral([{ label: "A", words: wordsOf(subject) }])
        : tsvectorLiteral([
            { label: "D", words: wordsOf(plainText(body)) },
            { label: "B", words: addresses },
          ]),
    )
    const rows = await db.many<{ text: string }>(sql`
      select words::tsvector::text as text from unnest(${expected}::text[]) with ordinality as expected (words, place)
      order by place`)
    entries.forEach(({ stored }, index) => {
      assert.equal(stored, rows[index]?.text)
    })
    assert.equal(entries.length, 300 + (await rowsIn(db, "threads where body is not null and state <> 'draft'")))
  })
})

describe("seedDesk with 5,000 conversations beside other data", () => {
  let desk: TestDatabase
  before(async () => {
    desk = await testDatabase()
  })
  after(() => desk.drop())

  test("leaves everything as it was when it fails before its indexes are back", async () => {
    const before = await schemaOf(desk.db)
    const failing = (_done: number, _total: number, phase: string) => {
      if (phase === "indexing") throw new Error("pulled the plug")
    }
    await assert.rejects(seedDesk(desk.db, large, failing), /pulled the plug/)
    assert.deepEqual(await schemaOf(desk.db), before)
    for (const table of ["users", "customers", "conversations", "threads", "conversation_counts"])
      assert.equal(await rowsIn(desk.db, table), 0, table)
  })

  test("puts every index, constraint and trigger back", async () => {
    const before = await schemaOf(desk.db)
    await seedDesk(desk.db, few, quietly)
    await seedDesk(desk.db, large, quietly)
    assert.deepEqual(await schemaOf(desk.db), before)
    assert.equal(await rowsIn(desk.db, "conversations"), 5_020)
  })

  test("says of each conversation what its threads say", () => assertDerived(desk.db))
  test("counts right", () => assertCounters(desk.db))

  test("leaves the identifiers after its own to the next writer", async () => {
    const { free } = await desk.db.one<{ free: boolean }>(sql`
      select nextval(pg_get_serial_sequence('conversations', 'id')) > max(greatest(conversations.id, merged.id))
        and nextval(pg_get_serial_sequence('threads', 'id')) > (select max(id) from threads)
        and nextval('conversation_numbers') > max(greatest(conversations.number, merged.number)) as free
      from conversations, (select max(id) as id, max(number) as number from merged_conversations) merged`)
    assert.equal(free, true)
  })
})

describe("seedDesk refuses", () => {
  let desk: TestDatabase
  before(async () => {
    desk = await testDatabase()
  })
  after(() => desk.drop())

  for (const wrong of [
    { conversations: 0 },
    { conversations: 1.5 },
    { threadsPer: 0 },
    { threadsPer: 41 },
    { rng: 0.5 },
  ])
    test(JSON.stringify(wrong), () =>
      assert.rejects(seedDesk(desk.db, { ...small, ...wrong }, quietly), { code: "refused" }),
    )
})

async function rowsIn(db: Db, from: string): Promise<number> {
  return (await db.one<{ amount: number }>(raw(`select count(*) as amount from ${from}`))).amount
}

async function hashesOf(db: Db): Promise<Record<string, string>> {
  const tables = await db.many<{ name: string }>(sql`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('account', 'migrations', 'audit_entries') order by 1`)
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { hash } = await db.one<{ hash: string }>(
      raw(
        `select coalesce(md5(string_agg(md5(row::text), '' order by md5(row::text))), '') as hash from ${name} as row`,
      ),
    )
    hashes[name] = hash
  }
  return hashes
}

async function schemaOf(db: Db): Promise<string[]> {
  const rows = await db.many<{ part: string }>(sql`
    select pg_get_indexdef(indexrelid) as part from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`)
  return rows.map(({ part }) => part)
}

/** Compares with counting, cell by cell. */
async function assertCounters(db: Db): Promise<void> {
  const pairs: [kept: string, counted: string][] = [
    [
      `select inbox_id, status, home_folder, assignee_id, sum(amount)::bigint from conversation_totals group by 1, 2, 3, 4`,
      `select inbox_id, status, home_folder, coalesce(assignee_id, 0), count(*) from conversations group by 1, 2, 3, 4`,
    ],
    [
      `select tag_id, inbox_id, status, home_folder, sum(amount)::bigint from tag_totals group by 1, 2, 3, 4`,
      `select tag_id, inbox_id, status, home_folder, count(*) from conversation_tags
        join conversations on conversations.id = conversation_id group by 1, 2, 3, 4`,
    ],
    [
      `select table_name, sum(amount)::bigint from table_totals group by 1`,
      `select 'customers', count(*) from customers union all select 'organizations', count(*) from organizations
        union all select 'customers of inbox ' || inbox_id, count(distinct customer_id) from conversations
        where state = 'published' group by inbox_id`,
    ],
    [
      `select customer_id, inbox_id, conversation_count, customer_created_at from customer_inboxes`,
      `select customer_id, inbox_id, count(*), customers.created_at
        from conversations join customers on customers.id = customer_id
        where state = 'published' group by 1, 2, 4`,
    ],
    [`select id, addresses from customers`, `select id, addresses_of(id) from customers`],
    [
      `select id, inbox_id, listed from ratings`,
      `select ratings.id, conversations.inbox_id, state = 'published'
        from ratings join conversations on conversations.id = conversation_id`,
    ],
    [
      `select organization_id, inbox_id, conversation_count from organization_inboxes`,
      `select organization_id, inbox_id, count(*) from conversations
        where state = 'published' and organization_id is not null group by 1, 2`,
    ],
    [
      `select id, customer_count, conversation_count, last_interaction_at from organizations`,
      `select id, (select count(*) from customers where organization_id = organizations.id),
        (select count(*) from conversations where organization_id = organizations.id and state = 'published'),
        (select max(modified_at) from conversations where organization_id = organizations.id)
        from organizations`,
    ],
  ]
  for (const [kept, counted] of pairs) {
    assert.ok((await rowsIn(db, `(${counted}) counted`)) > 0)
    assert.equal(await rowsIn(db, `((${kept}) except (${counted})) wrong`), 0, kept)
    assert.equal(await rowsIn(db, `((${counted}) except (${kept})) missing`), 0, counted)
  }
}

/** decisions.md §4, written once more in SQL. */
async function assertDerived(db: Db): Promise<void> {
  const wrong = await db.many(sql`
    with ordered as materialized (
      select *, row_number() over (partition by conversation_id order by created_at, id) as place from threads
    ), told as materialized (
      select conversation_id,
        count(*) filter (where type not in ('note', 'lineitem') and state = 'published') as thread_count,
        count(*) filter (where type <> 'lineitem') as held_thread_count,
        bool_or(state in ('review', 'bounced')) as needs_attention,
        max(created_at) as modified_at,
        min(scheduled_for) as scheduled_for,
        coalesce(max(place) filter (where created_by_id is not null and state = 'published'
          and type in ('message', 'chat', 'widgetchat', 'phone')), 0) as answer,
        coalesce(max(place) filter (where created_by_id is not null), 0) as touch,
        coalesce(max(place) filter (where created_by_id is null and state = 'published'), 0) as asked,
        max(created_at) filter (where created_by_id is not null) as touched_at
      from ordered group by 1
    ), unanswered as (
      select conversation_id, min(created_at) as waiting_since
      from ordered join told using (conversation_id)
      where place > answer and created_by_id is null and state = 'published' group by 1
    ), waiting as (
      select told.*, waiting_since, first.created_at as first_at
      from told left join unanswered using (conversation_id)
      join ordered first on first.conversation_id = told.conversation_id and first.place = 1
    )
    select conversations.*, waiting.* from conversations
    left join waiting on conversation_id = conversations.id
    left join customers on customers.id = customer_id
    where (conversations.thread_count, conversations.held_thread_count, conversations.needs_attention,
        conversations.modified_at, conversations.scheduled_for, conversations.waiting_since, user_updated_at)
      is distinct from (waiting.thread_count, waiting.held_thread_count, waiting.needs_attention,
        waiting.modified_at, waiting.scheduled_for, waiting.waiting_since,
        case when touch < asked then waiting.waiting_since else touched_at end)
      or (customer_name_key, customer_email_key, conversations.organization_id) is distinct from
        (sort_key(concat_ws(' ', first_name, last_name)), sort_key(first_email(customers.id)), customers.organization_id)
      or (conversations.status = 'closed') <> (closed_at is not null and closed_by_id is not null)
      or conversations.created_at > conversations.modified_at or conversations.modified_at > ${now}
      or conversations.created_at <> first_at
      or customers.created_at > conversations.created_at
      or (conversations.status = 'closed' and conversations.waiting_since is not null)
    limit 3`)
  assert.deepEqual(wrong, [])
  const previews = await db.many<{ preview: string; body: string }>(sql`
    select preview, (select body from threads where conversation_id = conversations.id and type <> 'lineitem'
      order by state = 'draft', created_at desc, id desc limit 1) as body
    from conversations where id % 7 = 0`)
  for (const { preview, body } of previews) assert.equal(preview, [...plainText(body)].slice(0, 150).join(""))
}

import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { emptyDatabase } from "../../test/desk/database.ts"
import { startDesk } from "../../test/desk/desk.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { listWrongTold } from "../counters/told-columns.ts"
import { type Db, raw, sql } from "./db.ts"
import { applyMigration, listMigrations, migrate } from "./migrate.ts"

/** The last migration of version 0.1, the one before its search documents, and one in the middle. */
for (const number of [67, 66, 40])
  describe(`a desk that stopped at migration ${number}`, () => {
    test("upgrades, and lists, finds and shows its conversations", async () => {
      const database = await emptyDatabase()
      await runMigrations(database.db, number)
      await database.db.run(raw(rows))
      await migrate(database.db)
      const desk = await startDesk(database, {})
      try {
        const token = await desk.tokenFor(1)
        assert.deepEqual(await findSubjects(""), ["Printer on fire", "Second question", "Thanks"])
        assert.deepEqual(await findSubjects("?status=closed"), ["Thanks"])
        assert.deepEqual(await findSubjects("?tag=vip"), ["Printer on fire"])
        assert.deepEqual(await findSubjects(`?query=${encodeURIComponent("(body:smoke)")}`), ["Printer on fire"])
        assert.deepEqual(await findSubjects(`?status=all&query=${encodeURIComponent('(subject:"question")')}`), [
          "Second question",
        ])

        const { status, body } = await desk.get("/v2/conversations/1?embed=threads", token)
        assert.equal(status, 200)
        assert.equal(body.subject, "Printer on fire")
        assert.equal(body.primaryCustomer.email, "cleo@example.com")
        assert.deepEqual(
          body._embedded.threads.map((thread: { body: string }) => thread.body),
          ["There is smoke"],
        )
        const customers = await desk.get("/v2/customers?query=(email:cleo@example.com)", token)
        assert.equal(customers.body.page.totalElements, 1)

        await desk.db.run(sql`select settle_counts()`)
        assert.deepEqual(await listWrongCounts(desk.db), [])
        assert.deepEqual(await listWrongTold(desk.db, 1), [])

        async function findSubjects(search: string): Promise<string[]> {
          const { status, body } = await desk.get(`/v2/conversations${search || "?status=all"}`, token)
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal(body.page.totalElements, body._embedded.conversations.length)
          return body._embedded.conversations.map(({ subject }: { subject: string }) => subject).sort()
        }
      } finally {
        await desk.close()
      }
    })
  })

async function runMigrations(db: Db, last: number): Promise<void> {
  for (const migration of await listMigrations())
    if (migration.number <= last) await db.transaction((db) => applyMigration(db, migration))
}

const rows = `
  insert into users (type, first_name, email, role, initials, mention)
  values ('user', 'Ann', 'ann@example.com', 'owner', 'A', 'ann');
  insert into inboxes (name, email) values ('Support', 'support@example.com');
  insert into organizations (name) values ('Acme');
  insert into customers (first_name, last_name, organization_id) values ('Cleo', 'Smith', 1);
  insert into customer_emails (customer_id, value) values (1, 'cleo@example.com');
  insert into tags (name, slug) values ('VIP', 'vip');
  insert into conversations (inbox_id, type, status, subject, preview, customer_id, created_by_customer_id, source_type,
    source_via, user_updated_at, thread_count, held_thread_count, waiting_since, closed_at, closed_by_id, created_at)
  select 1, 'email', status, subject, body, 1, 1, 'email', 'customer', at, 1, 1, at,
    case when status = 'closed' then at end, case when status = 'closed' then 1 end, at
  from (values
    ('active', 'Printer on fire', 'There is smoke', timestamptz '2026-01-05 10:00Z'),
    ('pending', 'Second question', 'Which cable?', timestamptz '2026-01-06 10:00Z'),
    ('closed', 'Thanks', 'It works', timestamptz '2026-01-07 10:00Z')
  ) as new (status, subject, body, at);
  insert into threads (conversation_id, type, status, body, source_type, source_via, customer_id, created_at)
  select id, 'customer', status, preview, 'email', 'customer', 1, created_at from conversations order by id;
  insert into search_entries (conversation_id, thread_id, words)
  select id, 0, setweight(to_tsvector('simple', subject), 'A') from conversations;
  insert into search_entries (conversation_id, thread_id, words)
  select conversation_id, id, to_tsvector('simple', body) || setweight('''cleo@example.com'':1'::tsvector, 'B') from threads;
  insert into conversation_tags (conversation_id, tag_id) values (1, 1);`

import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { codeOf, raw } from "./db.ts"

let database: TestDatabase

before(async () => {
  database = await testDatabase()
  await database.db.run(
    raw(`
    insert into users (type, first_name, email, role, initials, mention) values ('user', 'Ann', 'ann@example.com', 'owner', 'A', 'ann');
    insert into inboxes (name, email) values ('Support', 'support@example.com');
    insert into customers (first_name) values ('Cleo');
    insert into customer_emails (customer_id, value) values (1, 'cleo@example.com');
    insert into organizations (name) values ('Acme');
    insert into organization_domains (domain, organization_id) values ('acme.example', 1);
    insert into tags (name, slug) values ('VIP', 'vip');
    insert into conversations (inbox_id, type, status, subject, customer_id, created_by_user_id, source_type, source_via, user_updated_at)
      values (1, 'email', 'active', 'Hello', 1, 1, 'api', 'user', now());
    insert into threads (conversation_id, type, status, body, source_type, source_via, customer_id)
      values (1, 'customer', 'active', 'Hi', 'email', 'customer', 1);`),
  )
})
after(() => database.drop())

const check = "23514"
const unique = "23505"
const foreign = "23503"
const notNull = "23502"

/** What the database itself refuses, whatever the code above it forgets. */
const refused: [string, string, string][] = [
  [
    "a second owner",
    unique,
    "insert into users (type, first_name, email, role, initials, mention) values ('user', 'B', 'b@example.com', 'owner', 'B', 'b')",
  ],
  [
    "the same user e-mail in another case",
    unique,
    "insert into users (type, first_name, email, role, initials, mention) values ('user', 'B', 'ANN@example.com', 'user', 'B', 'b')",
  ],
  [
    "a team that could sign in",
    check,
    "insert into users (type, first_name, email, initials, mention) values ('team', 'T', 't@example.com', 'T', 't')",
  ],
  ["a role that is none", check, "update users set role = 'king'"],
  ["a customer's first name of 41 characters", check, "update customers set first_name = repeat('é', 41)"],
  ["an empty last name", check, "update customers set last_name = ''"],
  ["a job title of 61 characters", check, "update customers set job_title = repeat('x', 61)"],
  ["notes of 201 characters", check, "update customers set background = repeat('x', 201)"],
  ["a photo URL of 201 characters", check, "update customers set photo_url = repeat('x', 201)"],
  ["a gender that is none", check, "update customers set gender = 'x'"],
  [
    "an address of another customer, in another case",
    unique,
    "insert into customer_emails (customer_id, value) values (1, 'CLEO@example.com')",
  ],
  [
    "a phone type that is none",
    check,
    "insert into customer_phones (customer_id, value, type) values (1, '1', 'carrier-pigeon')",
  ],
  ["a country of three letters", check, "insert into customer_addresses (customer_id, country) values (1, 'DEU')"],
  [
    "a domain of two organizations",
    unique,
    "insert into organization_domains (domain, organization_id) values ('acme.example', 1)",
  ],
  [
    "a domain in capitals",
    check,
    "insert into organization_domains (domain, organization_id) values ('Acme.example2', 1)",
  ],
  ["a status that is none", check, "update conversations set status = 'open'"],
  ["a state that is none", check, "update conversations set state = 'hidden'"],
  ["a source that is none", check, "update conversations set source_type = 'pigeon'"],
  ["a conversation closed at a moment but not closed", check, "update conversations set closed_at = now()"],
  ["a conversation that two people created", check, "update conversations set created_by_customer_id = 1"],
  ["half a snooze", check, "update conversations set snoozed_until = now()"],
  ["a preview of 151 characters", check, "update conversations set preview = repeat('x', 151)"],
  ["a conversation in no inbox", foreign, "update conversations set inbox_id = 99"],
  ["a conversation of nobody", notNull, "update conversations set customer_id = null"],
  ["a line item with a body", check, "update threads set type = 'lineitem', action_type = 'assigned'"],
  ["a message without a body", check, "update threads set body = null"],
  ["an action type that is none", check, "update threads set type = 'lineitem', body = null, action_type = 'danced'"],
  ["half a schedule", check, "update threads set scheduled_for = now()"],
  [
    "a published thread that is scheduled",
    check,
    "update threads set scheduled_for = now(), scheduled_at = now(), scheduled_by_id = 1, send_as_id = 1, unschedule_on_customer_reply = true",
  ],
  [
    "two ratings of one thread",
    unique,
    "insert into ratings (thread_id, conversation_id, customer_id, user_id, rating) select 1, 1, 1, 1, 'great' from generate_series(1, 2)",
  ],
  ["the same tag in another case", unique, "insert into tags (name, slug) values ('vip', 'vip2')"],
  [
    "routing for more than 100",
    check,
    "insert into routing (inbox_id, state, assignment_limit, assignment_method) values (1, 'enabled', 101, 'balanced')",
  ],
  [
    "enabled routing without a method",
    check,
    "insert into routing (inbox_id, state, assignment_limit) values (1, 'enabled', 5)",
  ],
  [
    "a webhook for an event that is none",
    check,
    "insert into webhooks (user_id, url, events, plain_secret) values (1, 'https://x.example', '{convo.danced}', 's')",
  ],
  [
    "a webhook for nothing",
    check,
    "insert into webhooks (user_id, url, events, plain_secret) values (1, 'https://x.example', '{}', 's')",
  ],
  ["a customer who goes while a conversation is theirs", foreign, "delete from customers"],
  ["a second account", check, "insert into account (id) values (2)"],
]

describe("the database refuses", () => {
  for (const [what, code, statement] of refused)
    test(what, async () => {
      await assert.rejects(database.db.run(raw(statement)), (error: unknown) => {
        assert.equal(codeOf(error), code, String(error))
        return true
      })
    })
})

describe("the database keeps", () => {
  test("forty emoji as forty characters", async () => {
    assert.equal(await database.db.run(raw("update customers set first_name = repeat('😀', 40)")), 1)
  })

  test("nine standard folders in every new inbox", async () => {
    const rows = await database.db.many<{ type: string }>(
      raw("select type from folders where inbox_id = 1 order by position"),
    )
    assert.deepEqual(
      rows.map(({ type }) => type),
      ["unassigned", "mytickets", "needsattention", "drafts", "assigned", "snoozed", "closed", "spam", "deleted"],
    )
  })

  test("the home folder that follows from a conversation", async () => {
    const home = async (change: string) => {
      const [row] = await database.db.many<{ home_folder: string }>(
        raw(`update conversations set ${change} returning home_folder`),
      )
      return row?.home_folder
    }
    assert.equal(await home("subject = subject"), "unassigned")
    assert.equal(await home("assignee_id = 1"), "assigned")
    assert.equal(await home("status = 'closed'"), "closed")
    assert.equal(await home("snoozed_until = now(), snoozed_by_id = 1, unsnooze_on_customer_reply = true"), "snoozed")
    assert.equal(await home("status = 'spam'"), "spam")
    assert.equal(await home("state = 'draft'"), "drafts")
    assert.equal(await home("state = 'deleted'"), "deleted")
  })
})

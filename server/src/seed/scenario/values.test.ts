import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { sourceTypes } from "@deskhand/contract/conversations/source"
import { eventKinds } from "@deskhand/contract/events/event-kinds"
import { type TestDatabase, testDatabase } from "../../../test/desk/database.ts"
import { raw, sql } from "../../db/db.ts"
import { loadScenario } from "../scenario.ts"

let desk: TestDatabase

before(async () => {
  desk = await testDatabase()
  await loadScenario(desk.db, new Date("2026-05-20T10:00:00Z"))
})
after(() => desk.drop())

describe("every value of the specification occurs", () => {
  const socials =
    "aboutme facebook flickr forsquare google googleplus linkedin other quora tungleme twitter youtube".split(" ")
  const photos = "unknown gravatar twitter facebook googleprofile googleplus linkedin instagram".split(" ")
  const actions = `assigned unassigned status-changed moved-from-mailbox merged split forwarded tags-changed
    fields-changed customer-changed snoozed unsnoozed scheduled unscheduled deleted restored manual-workflow
    automatic-workflow imported auto-reply-sent default`.split(/\s+/)
  const properties = ["date", "dropdown", "number", "text", "url"]
  const cases: [column: string, values: readonly (string | boolean)[]][] = [
    ["users.type", ["user", "system_user", "team"]],
    ["users.role", ["admin", "user", "light user"]],
    ["user_statuses.email_status", ["active", "away"]],
    ["user_statuses.email_source", ["ui", "api", "presence_detection"]],
    ["user_statuses.chat_status", ["unavailable", "available", "assign", "custom"]],
    ["inbox_users.chat_status", ["unavailable", "available", "assign", "custom"]],
    ["inboxes.status_after_reply", ["active", "pending", "closed"]],
    [
      "folders.type",
      "unassigned mytickets needsattention drafts assigned snoozed closed spam deleted team custom".split(" "),
    ],
    ["custom_fields.type", ["singleline", "multiline", "date", "number", "dropdown"]],
    ["routing.state", ["enabled", "disabled"]],
    ["routing.assignment_method", ["round_robin", "balanced"]],
    ["organization_properties.type", properties],
    ["customer_properties.type", properties],
    ["customers.gender", ["male", "female", "unknown"]],
    ["customers.photo_type", photos],
    ["customers.draft", [true, false]],
    ["customer_emails.type", ["home", "other", "work"]],
    ["customer_phones.type", ["fax", "home", "mobile", "other", "pager", "work"]],
    ["customer_chats.type", ["aim", "gtalk", "icq", "msn", "other", "qq", "skype", "xmpp", "yahoo"]],
    ["customer_social_profiles.type", socials],
    ["conversations.type", ["chat", "email", "phone"]],
    ["conversations.status", ["active", "pending", "closed", "spam"]],
    ["conversations.state", ["published", "draft", "deleted"]],
    ["conversations.home_folder", ["unassigned", "drafts", "assigned", "snoozed", "closed", "spam", "deleted"]],
    ["conversations.source_type", sourceTypes],
    ["conversations.source_via", ["user", "customer"]],
    ["conversations.unsnooze_on_customer_reply", [true, false]],
    ["conversations.unschedule_on_customer_reply", [true, false]],
    ["threads.type", "widgetchat chat customer forwardchild forwardparent lineitem message note phone".split(" ")],
    ["threads.status", ["active", "closed", "pending", "spam"]],
    ["threads.state", ["bounced", "draft", "hidden", "published", "review"]],
    ["threads.action_type", actions],
    ["threads.source_type", sourceTypes],
    ["threads.source_via", ["user", "customer"]],
    ["threads.unschedule_on_customer_reply", [true, false]],
    ["attachments.state", ["valid", "virus", "pending"]],
    ["ratings.rating", ["great", "okay", "not_good", "unknown"]],
    ["webhooks.state", ["enabled", "disabled"]],
    ["webhooks.notification", [true, false]],
    ["webhook_deliveries.state", ["pending", "delivered", "failed", "cancelled"]],
  ]
  for (const [name, values] of cases)
    test(name, async () => {
      const [table, column] = name.split(".")
      const rows = await desk.db.many<{ value: string | boolean }>(
        raw(`select distinct ${column} as value from ${table} where ${column} is not null`),
      )
      assert.deepEqual(rows.map(({ value }) => value).sort(), [...values].sort())
    })

  test("webhook events", async () => {
    const rows = await desk.db.many<{ kind: string }>(sql`select distinct unnest(events) as kind from webhooks`)
    assert.deepEqual(rows.map(({ kind }) => kind).sort(), eventKinds.toSorted())
    assert.equal(eventKinds.length, 27)
  })

  test("entities of actions", async () => {
    const rows = await desk.db.many<{ key: string }>(
      sql`select distinct jsonb_object_keys(action_entities) as key from threads where action_entities is not null`,
    )
    assert.deepEqual(rows.map(({ key }) => key).sort(), ["inbox", "originalConversation", "user", "workflow"])
  })

  test("kinds of assignee, creator, author and assigned-to", async () => {
    const kinds = async (table: string, column: string) =>
      (
        await desk.db.many<{ type: string }>(
          raw(`select distinct users.type from ${table} join users on users.id = ${column}`),
        )
      )
        .map(({ type }) => type)
        .sort()
    const all = ["system_user", "team", "user"]
    assert.deepEqual(await kinds("conversations", "assignee_id"), all)
    assert.deepEqual(await kinds("conversations", "created_by_user_id"), all)
    assert.deepEqual(await kinds("threads", "assigned_to_id"), all)
    assert.deepEqual(await kinds("conversations", "closed_by_id"), ["system_user", "user"])
    assert.ok(await desk.db.maybe(sql`select id from conversations where created_by_customer_id is not null`))
  })
})

/** Columns in which a value and its absence must both occur. */
const optional = `users.email users.photo_url users.job_title users.phone users.last_visit_at users.deactivated_at
  user_statuses.custom_text user_statuses.custom_emoji inboxes.default_assignee_id organizations.website
  organizations.description organizations.location organizations.logo_url organizations.note organizations.brand_color
  organizations.last_interaction_at customers.first_name customers.last_name customers.job_title customers.location
  customers.organization customers.organization_id customers.photo_url customers.age customers.background
  saved_replies.chat_text routing.assignment_limit conversations.assignee_id conversations.closed_by_id
  conversations.closed_at conversations.waiting_since conversations.snoozed_until conversations.scheduled_for
  conversations.organization_id threads.saved_reply_id threads.opened_at threads.linked_conversation_id
  threads.scheduled_for attachments.width ratings.comments webhooks.label webhooks.inbox_ids`.split(/\s+/)

describe("every optional field is there and absent", () => {
  for (const name of optional)
    test(name, async () => {
      const [table, column] = name.split(".")
      const { given, absent } = await desk.db.one<{ given: number; absent: number }>(
        raw(`select count(${column}) as given, count(*) - count(${column}) as absent from ${table}`),
      )
      assert.ok(given > 0, "never given")
      assert.ok(absent > 0, "never absent")
    })
})

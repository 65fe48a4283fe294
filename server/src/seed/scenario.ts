import { type Database, type Db, sql } from "../db/db.ts"
import { refusal } from "../errors.ts"
import type { Files } from "../files/files.ts"
import { type Clock, clockAt } from "./clock.ts"
import { type InsertedConversation, insertConversation, insertConversations } from "./insert/conversations.ts"
import { tellReports } from "./insert/reports.ts"
import { attachments } from "./scenario/attachments.ts"
import { actionConversations } from "./scenario/conversations/actions.ts"
import { channelConversations } from "./scenario/conversations/channels.ts"
import { limitConversations, oldConversationDays } from "./scenario/conversations/limits.ts"
import { insertForward, insertMerges } from "./scenario/conversations/linked.ts"
import { pagingConversations } from "./scenario/conversations/paging.ts"
import { personConversations } from "./scenario/conversations/persons.ts"
import { searchConversations } from "./scenario/conversations/search.ts"
import { stateConversations } from "./scenario/conversations/states.ts"
import { threadConversations } from "./scenario/conversations/threads.ts"
import { type Desk, insertDesk } from "./scenario/desk.ts"
import { markerEmail } from "./scenario/inboxes.ts"
import { insertDeliveries, insertWebhooks } from "./scenario/webhooks.ts"

/** Everything of the scenario by readable names. */
export type ScenarioIds = Awaited<ReturnType<typeof insertScenario>>

/** The contents of its attachments, which are the same on every desk. They are there before the rows that name them. */
export async function storeScenarioFiles(files: Files): Promise<void> {
  await Promise.all(Object.values(attachments).map(({ content }) => files.write(content)))
}

/** A small fixed desk in which every field, state and special case of the interface specification occurs. */
export async function loadScenario(db: Database, now: Date): Promise<ScenarioIds> {
  return db.transaction(async (db) => {
    await refuseSecondLoad(db)
    const { last } = await db.one<{ last: number }>(sql`select coalesce(max(id), 0) as last from conversations`)
    const ids = await insertScenario(db, clockAt(now))
    await db.run(sql`select settle_counts()`)
    await tellReports(db, { firstId: last + 1 })
    return ids
  })
}

async function refuseSecondLoad(db: Db): Promise<void> {
  // Two loads at once wait for one another here, and the second sees what the first has done.
  await db.run(sql`select pg_advisory_xact_lock(hashtext(${markerEmail}))`)
  const loaded = await db.maybe(sql`select id from inboxes where lower(email) = ${markerEmail}`)
  if (loaded)
    throw refusal(
      `The interface scenario is in this database already (its inbox is ${markerEmail}). ` +
        "Nothing was changed; load it into a fresh database to start over.",
    )
}

async function insertScenario(db: Db, clock: Clock) {
  const desk = await insertDesk(db, clock)
  const { targets, merged } = await insertMerges(db, desk)
  const named = {
    ...targets,
    ...(await insertForward(db, desk)),
    ...(await insertConversations(db, {
      ...personConversations(desk),
      ...stateConversations(desk),
      ...threadConversations(desk),
      ...actionConversations(desk, merged.merged),
      ...limitConversations(desk),
      ...searchConversations(desk),
    })),
  }
  const channels = await insertConversations(db, channelConversations(desk))
  const paging = await insertPages(db, desk)
  await keepUnassigned(db, Object.values(desk.inboxes))
  const webhooks = await insertWebhooks(db, desk)
  const { users, teams, inboxes, folders, fields, savedReplies, tags, emails } = desk
  const { customers, crowd, customerProperties, organizations, organizationProperties } = desk
  return {
    now: clock.now.toISOString(),
    oldConversationDays: await setOldConversationPolicy(db),
    users,
    emails,
    teams,
    inboxes,
    folders,
    fields,
    savedReplies,
    tags,
    organizations,
    organizationProperties,
    customers: { ...customers, crowd },
    customerProperties,
    conversations: {
      ...idsOf(named),
      ...merged,
      bySource: idsOf(channels),
      /** In the order of their creation. */
      paging,
      sameMoment: paging.slice(-2),
    },
    threads: threadsOf(named),
    attachments: named.withAttachments.attachments,
    ratings: named.rated.ratings,
    webhooks,
    deliveries: await insertDeliveries(db, desk, webhooks),
  }
}

async function insertPages(db: Db, desk: Desk): Promise<number[]> {
  const ids: number[] = []
  for (const conversation of pagingConversations(desk)) ids.push((await insertConversation(db, conversation)).id)
  return ids
}

/** Routing would give what waits to who has room, under the eyes of whoever reads the scenario. */
async function keepUnassigned(db: Db, inboxIds: number[]): Promise<void> {
  await db.run(sql`
    update conversations set kept_unassigned = true where inbox_id = any(${inboxIds}) and assignee_id is null`)
}

/** Without a policy no conversation would be too old; one that somebody has chosen stays. */
async function setOldConversationPolicy(db: Db): Promise<number> {
  const { days } = await db.one<{ days: number }>(sql`
    update account set old_conversation_days = coalesce(old_conversation_days, ${oldConversationDays})
    returning old_conversation_days as days`)
  return days
}

function idsOf<Names extends Record<string, InsertedConversation<string>>>(conversations: Names) {
  const ids = Object.entries(conversations).map(([name, { id }]) => [name, id])
  return Object.fromEntries(ids) as Record<keyof Names, number>
}

function threadsOf<Names extends Record<string, InsertedConversation<string>>>(conversations: Names) {
  const threads = Object.entries(conversations).map(([name, { threads }]) => [name, threads])
  return Object.fromEntries(threads) as { [Name in keyof Names]: Names[Name]["threads"] }
}

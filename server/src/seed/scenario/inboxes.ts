import { type Db, sql } from "../../db/db.ts"
import type { Clock } from "../clock.ts"
import {
  giveAccess,
  insertCustomField,
  insertFolder,
  insertInbox,
  insertRouting,
  insertSavedReply,
  type NewInbox,
} from "../insert/inboxes.ts"
import { insertEach } from "../insert/rows.ts"
import { findOrInsertTag } from "../insert/tags.ts"
import type { insertPeople } from "./people.ts"

/** Its presence says that the scenario is loaded. */
export const markerEmail = "support@scenario.example"

type People = Awaited<ReturnType<typeof insertPeople>>

export async function insertInboxes(db: Db, clock: Clock, { users, teams }: People) {
  const inboxes = await insertEach(inboxesOf(clock, users), (inbox: NewInbox) => insertInbox(db, inbox))
  await giveAccess(db, inboxes.support, [
    { userId: users.grace, chatStatus: "assign" },
    { userId: users.limited, chatStatus: "available" },
    { userId: users.away, chatStatus: "unavailable" },
    { userId: users.busy, chatStatus: "available" },
    { userId: users.light },
    { userId: users.deactivated },
    { userId: users.system },
  ])
  await giveAccess(db, inboxes.hidden, [{ userId: users.grace, chatStatus: "custom" }, { userId: users.outsider }])
  await giveAccess(db, inboxes.paging, [{ userId: users.limited, chatStatus: "assign" }, { userId: users.grace }])
  await insertRoutings(db, clock, { users, inboxes })
  const updatedAt = clock.ago({ days: 1 })
  await insertFolder(db, {
    inboxId: inboxes.support,
    type: "team",
    name: "First Line",
    teamId: teams.firstLine,
    position: 10,
    updatedAt,
  })
  await insertFolder(db, {
    inboxId: inboxes.support,
    type: "custom",
    name: "Summer",
    query: '(tag:"scénario été")',
    position: 11,
    updatedAt,
  })
  return {
    inboxes,
    folders: await insertEach(inboxes, (inboxId) => foldersByType(db, inboxId)),
    fields: await insertFields(db, inboxes.support),
    savedReplies: await insertSavedReplies(db, clock, inboxes.support),
    tags: await insertTags(db, clock),
  }
}

function inboxesOf(clock: Clock, users: People["users"]) {
  const createdAt = clock.ago({ days: 1490 })
  return {
    support: {
      name: "Scenario Support",
      email: markerEmail,
      signature: "<p>Yours, the scenario</p>",
      statusAfterReply: "pending",
      autoReplyEnabled: true,
      autoReplySubject: "We have it",
      autoReplyText: "<p>Thank you, somebody will read it soon.</p>",
      createdAt,
      updatedAt: clock.ago({ days: 3 }),
    },
    hidden: {
      name: "Scenario Hidden",
      email: "hidden@scenario.example",
      statusAfterReply: "closed",
      defaultAssigneeId: users.ada,
      createdAt,
    },
    /** Only plain active conversations, so that pages can be counted. */
    paging: { name: "Scenario Paging", email: "paging@scenario.example", createdAt },
    /** Nothing was ever set or received here. */
    empty: { name: "Scenario Empty", email: "empty@scenario.example", createdAt },
  } satisfies Record<string, NewInbox>
}

/** In Support everybody but Grace is ineligible, each for another reason; Linus is the one not in the rotation. */
async function insertRoutings(
  db: Db,
  clock: Clock,
  { users, inboxes }: { users: People["users"]; inboxes: Record<"support" | "hidden" | "paging", number> },
): Promise<void> {
  await insertRouting(db, {
    inboxId: inboxes.support,
    state: "enabled",
    assignmentLimit: 3,
    assignmentMethod: "round_robin",
    users: [
      { userId: users.grace, lastAssignedAt: clock.ago({ days: 1 }) },
      { userId: users.busy, lastAssignedAt: clock.ago({ hours: 2 }) },
      { userId: users.away },
      { userId: users.light },
      { userId: users.outsider },
      { userId: users.deactivated },
    ],
  })
  await insertRouting(db, {
    inboxId: inboxes.hidden,
    state: "enabled",
    assignmentLimit: 100,
    assignmentMethod: "balanced",
    users: [{ userId: users.grace }],
  })
  await insertRouting(db, { inboxId: inboxes.paging, state: "disabled", users: [] })
}

async function foldersByType(db: Db, inboxId: number): Promise<Record<string, number>> {
  const folders = await db.many<{ type: string; id: number }>(
    sql`select type, id from folders where inbox_id = ${inboxId} order by position, id`,
  )
  return Object.fromEntries(folders.map(({ type, id }) => [type, id]))
}

async function insertFields(db: Db, inboxId: number) {
  const field = { inboxId }
  const plan = await insertCustomField(db, {
    ...field,
    name: "Plan",
    type: "dropdown",
    required: true,
    position: 1,
    options: ["Basic", "Plus", "Enterprise é"],
  })
  return {
    plan,
    product: (await insertCustomField(db, { ...field, name: "Product", type: "singleline", position: 2 })).id,
    steps: (await insertCustomField(db, { ...field, name: "Steps to reproduce", type: "multiline", position: 3 })).id,
    quantity: (await insertCustomField(db, { ...field, name: "Quantity", type: "number", position: 4 })).id,
    boughtOn: (await insertCustomField(db, { ...field, name: "Bought on", type: "date", position: 5 })).id,
  }
}

async function insertSavedReplies(db: Db, clock: Clock, inboxId: number) {
  const createdAt = clock.ago({ days: 200 })
  return {
    thanks: await insertSavedReply(db, {
      inboxId,
      name: "Thanks",
      text: "<p>Thank you for writing. We look into it <b>today</b>.</p>",
      chatText: "Thank you! Looking into it.",
      createdAt,
    }),
    refund: await insertSavedReply(db, {
      inboxId,
      name: "Refund",
      text: "<p>The refund is on its way.</p>",
      createdAt,
    }),
  }
}

async function insertTags(db: Db, clock: Clock) {
  const createdAt = clock.ago({ days: 380 })
  const tags = {
    vip: { name: "scenario-vip", slug: "scenario-vip", color: "#c0392b" },
    summer: { name: "scénario été", slug: "scenario-ete", color: "#f1c40f" },
    twoWords: { name: "scenario two words", slug: "scenario-two-words", color: "#2980b9" },
    unused: { name: "scenario-unused", slug: "scenario-unused", color: "#929499" },
  }
  return insertEach(tags, async (tag) => (await findOrInsertTag(db, { ...tag, createdAt })).id)
}

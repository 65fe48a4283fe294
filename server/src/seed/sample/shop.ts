import { type Db, sql } from "../../db/db.ts"
import type { Clock } from "../clock.ts"
import {
  giveAccess,
  insertCustomField,
  insertInbox,
  insertSavedReply,
  type NewInbox,
  type NewSavedReply,
} from "../insert/inboxes.ts"
import { insertEach } from "../insert/rows.ts"
import { findOrInsertTag } from "../insert/tags.ts"
import { insertUser, insertUserStatuses, type NewUser } from "../insert/users.ts"
import { insertCustomers } from "./customers.ts"
import { recordRows } from "./record.ts"

/** Oddfoot sells socks that do not match, by subscription. Everything but its customers' letters. */
export type Shop = Awaited<ReturnType<typeof insertShop>>

export async function insertShop(db: Db, clock: Clock, ownerId: number) {
  const owner = await db.one<{ id: number; mention: string }>(sql`select id, mention from users where id = ${ownerId}`)
  const users = await insertColleagues(db, clock)
  const inboxes = await insertInboxes(db, clock, users)
  const { customers } = await insertCustomers(db, clock)
  return {
    clock,
    owner,
    users,
    inboxes,
    customers,
    fields: await insertFields(db, inboxes),
    savedReplies: await insertSavedReplies(db, clock, inboxes),
    tags: await insertTags(db, clock),
  }
}

/** Nobody can sign in as them: they have no password. */
async function insertColleagues(db: Db, clock: Clock) {
  const createdAt = clock.ago({ days: 90 })
  const colleagues = {
    nora: {
      firstName: "Nora",
      lastName: "Vance",
      email: "nora@oddfoot.example",
      role: "admin",
      mention: "nora.sample",
      jobTitle: "Head of Happy Feet (sample)",
      timezone: "Europe/Copenhagen",
      lastVisitAt: clock.ago({ minutes: 4 }),
      createdAt,
    },
    tomas: {
      firstName: "Tomás",
      lastName: "Rey",
      email: "tomas@oddfoot.example",
      role: "user",
      mention: "tomas.sample",
      jobTitle: "Support (sample)",
      timezone: "Europe/Madrid",
      lastVisitAt: clock.ago({ minutes: 50 }),
      createdAt,
    },
    ines: {
      firstName: "Ines",
      lastName: "Okafor",
      email: "ines@oddfoot.example",
      role: "user",
      mention: "ines.sample",
      jobTitle: "Wholesale (sample)",
      timezone: "Europe/Lisbon",
      lastVisitAt: clock.ago({ hours: 2 }),
      createdAt,
    },
  } satisfies Record<string, NewUser>
  const users = await insertEach(colleagues, (user: NewUser) => insertUser(db, user))
  await recordRows(db, "users", Object.values(users))
  const status = (userId: number) =>
    ({
      userId,
      emailStatus: "active",
      emailUpdatedAt: clock.ago({ hours: 3 }),
      emailPerformedById: userId,
      emailSource: "ui",
      chatStatus: "available",
    }) as const
  await insertUserStatuses(db, [
    status(users.nora),
    {
      ...status(users.tomas),
      emailStatus: "away",
      chatStatus: "unavailable",
      customText: "Out for noodles",
      customEmoji: "🍜",
      customEmojiName: "steaming bowl",
    },
    status(users.ines),
  ])
  return users
}

async function insertInboxes(db: Db, clock: Clock, users: Record<"nora" | "tomas" | "ines", number>) {
  const createdAt = clock.ago({ days: 89 })
  const inboxes = await insertEach(
    {
      support: {
        name: "Support (sample)",
        email: "help@oddfoot.example",
        signature: "<p>Warm feet, clear conscience – your friends at Oddfoot</p>",
        createdAt,
      },
      wholesale: {
        name: "Wholesale (sample)",
        email: "wholesale@oddfoot.example",
        signature: "<p>Oddfoot Wholesale – never the same sock twice</p>",
        defaultAssigneeId: users.ines,
        createdAt,
      },
    },
    (inbox: NewInbox) => insertInbox(db, inbox),
  )
  await recordRows(db, "inboxes", Object.values(inboxes))
  await giveAccess(db, inboxes.support, [{ userId: users.tomas, chatStatus: "available" }, { userId: users.ines }])
  await giveAccess(db, inboxes.wholesale, [{ userId: users.ines }])
  return inboxes
}

type Inboxes = Record<"support" | "wholesale", number>

async function insertFields(db: Db, { support, wholesale }: Inboxes) {
  const order = await insertCustomField(db, { inboxId: support, name: "Order", type: "singleline", position: 1 })
  const quantity = await insertCustomField(db, { inboxId: wholesale, name: "Socks", type: "number", position: 1 })
  const stage = await insertCustomField(db, {
    inboxId: wholesale,
    name: "Stage",
    type: "dropdown",
    position: 2,
    options: ["First contact", "Offer sent", "Won"],
  })
  await recordRows(db, "custom_fields", [order.id, quantity.id, stage.id])
  return { order: order.id, quantity: quantity.id, stage }
}

async function insertSavedReplies(db: Db, clock: Clock, { support }: Inboxes) {
  const createdAt = clock.ago({ days: 80 })
  const savedReplies = await insertEach(
    {
      matchingPair: {
        inboxId: support,
        name: "A pair that matches",
        text: "<p>We are sorry: two of your socks match. A properly mismatched one is on its way.</p>",
        createdAt,
      },
      whereIsMyBox: {
        inboxId: support,
        name: "Where is my box?",
        text: "<p>Your box has left us and is walking towards you, one sock at a time.</p>",
        chatText: "It has left us! I'll find out where it is.",
        createdAt,
      },
    },
    (reply: NewSavedReply) => insertSavedReply(db, reply),
  )
  await recordRows(db, "saved_replies", Object.values(savedReplies))
  return savedReplies
}

/** A tag that was there before the sample is used but not recorded, so that it outlives the sample. */
async function insertTags(db: Db, clock: Clock) {
  const tags = {
    sample: { name: "sample", slug: "sample", color: "#7f8c8d" },
    shipping: { name: "shipping", slug: "shipping", color: "#2980b9" },
    quality: { name: "too well matched", slug: "too-well-matched", color: "#c0392b" },
    praise: { name: "praise", slug: "praise", color: "#27ae60" },
    deal: { name: "big deal", slug: "big-deal", color: "#8e44ad" },
  }
  const found = await insertEach(tags, (tag) => findOrInsertTag(db, { ...tag, createdAt: clock.ago({ days: 85 }) }))
  const inserted = Object.values(found).filter((tag) => tag.inserted)
  await recordRows(
    db,
    "tags",
    inserted.map(({ id }) => id),
  )
  const { sample, shipping, quality, praise, deal } = found
  return { sample: sample.id, shipping: shipping.id, quality: quality.id, praise: praise.id, deal: deal.id }
}

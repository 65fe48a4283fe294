import { type Db, sql } from "../../../server/src/db/db.ts"
import { insertDetails, insertRows } from "../../../server/src/seed/insert/rows.ts"
import type { SeededPeople } from "./people.ts"
import type { SeededInbox } from "./plan.ts"
import { Random } from "./random.ts"
import { unused } from "./unused.ts"

const dayMs = 86_400_000
const inboxNames = ["Support", "Billing", "Sales", "Technical Help", "Returns"]

export async function insertInboxes(
  db: Db,
  people: SeededPeople,
  options: { rng: number; now: Date },
): Promise<SeededInbox[]> {
  const random = new Random(options.rng, "people", 1)
  const createdAt = new Date(options.now.getTime() - 1_200 * dayMs)
  const existing = await db.many<{ name: string; email: string; slug: string }>(
    sql`select name, email, slug from inboxes`,
  )
  const names = new Set(existing.map(({ name }) => name.toLowerCase()))
  const emails = new Set(existing.map(({ email }) => email.toLowerCase()))
  const slugs = new Set(existing.map(({ slug }) => slug))
  const inboxes: SeededInbox[] = []
  for (const [index, baseName] of inboxNames.entries()) {
    const name = unused(baseName, names)
    const email = unused(baseName.toLowerCase().replaceAll(" ", "-"), emails, (free) => `${free}@desk.example`)
    const team = people.teams[index % people.teams.length]!
    const [id = 0] = await insertRows(db, "inboxes", [
      {
        name,
        slug: unusedSlug(random, slugs),
        email,
        signature: `<p>Your ${name} team</p>`,
        statusAfterReply: index === 2 ? "pending" : "closed",
        defaultAssigneeId: index === 4 ? team.id : null,
        autoReplyEnabled: index < 2,
        autoReplySubject: index < 2 ? "We have your message" : "",
        autoReplyText: index < 2 ? "<p>Thank you, we will answer within a day.</p>" : "",
        createdAt,
        updatedAt: createdAt,
      },
    ])
    await db.run(sql`update folders set updated_at = ${createdAt} where inbox_id = ${id}`)
    await insertDetails(db, "folders", [
      { inboxId: id, type: "team", name: team.firstName, teamId: team.id, position: 20, updatedAt: createdAt },
      { inboxId: id, type: "custom", name: "Refunds", query: "(tag:refund)", position: 30, updatedAt: createdAt },
    ])
    const agents = people.agents.filter((_, agent) => agent < 3 || (agent + index) % 2 === 0)
    const members = [...agents.slice(3), ...people.lightUsers.filter((_, light) => (light + index) % 2 === 0)]
    await insertDetails(
      db,
      "inbox_users",
      members.map(({ id: userId }) => ({ inboxId: id, userId, createdAt })),
    )
    await insertRouting(db, { inboxId: id, enabled: index < 3, createdAt }, agents.slice(3, 13), random)
    inboxes.push({
      id,
      name,
      email,
      agentIds: agents.map((agent) => agent.id),
      savedReplyIds: await insertSavedReplies(db, id, createdAt),
      fields: await insertFields(db, id, createdAt),
    })
  }
  return inboxes
}

function unusedSlug(random: Random, taken: Set<string>): string {
  for (;;) {
    const slug = Array.from({ length: 16 }, () => random.below(16).toString(16)).join("")
    if (!taken.has(slug)) return slug
  }
}

async function insertRouting(
  db: Db,
  { inboxId, enabled, createdAt }: { inboxId: number; enabled: boolean; createdAt: Date },
  agents: { id: number }[],
  random: Random,
): Promise<void> {
  await insertDetails(db, "routing", [
    {
      inboxId,
      state: enabled ? "enabled" : "disabled",
      assignmentLimit: enabled ? random.between(5, 50) : null,
      assignmentMethod: enabled ? random.pick(["round_robin", "balanced"]) : null,
      updatedAt: createdAt,
    },
  ])
  await insertDetails(
    db,
    "routing_users",
    agents.map(({ id }, position) => ({ inboxId, userId: id, position })),
  )
}

async function insertSavedReplies(db: Db, inboxId: number, createdAt: Date): Promise<number[]> {
  const names = ["Welcome", "Refund on its way", "Reset your password", "Ask for the order number", "Closing", "Outage"]
  return insertRows(
    db,
    "saved_replies",
    names.map((name) => ({
      inboxId,
      name,
      text: `<p>Hello,</p><p>this is our answer about: ${name.toLowerCase()}.</p>`,
      chatText: `About: ${name.toLowerCase()}`,
      createdAt,
      updatedAt: createdAt,
    })),
  )
}

async function insertFields(db: Db, inboxId: number, createdAt: Date): Promise<SeededInbox["fields"]> {
  const definitions = [
    { name: "Order number", type: "singleline" },
    { name: "Details", type: "multiline" },
    { name: "Date of purchase", type: "date" },
    { name: "Amount", type: "number" },
    { name: "Product", type: "dropdown" },
    { name: "Urgency", type: "dropdown" },
  ]
  const ids = await insertRows(
    db,
    "custom_fields",
    definitions.map((definition, position) => ({ ...definition, inboxId, position, createdAt, updatedAt: createdAt })),
  )
  const fields = definitions.map(({ type }, index) => ({ id: ids[index]!, type, optionIds: [] as number[] }))
  for (const field of fields.filter(({ type }) => type === "dropdown")) {
    const labels = ["Starter", "Basic", "Plus", "Business", "Enterprise", "Other"]
    const options = labels.map((label, position) => ({ fieldId: field.id, label, position }))
    field.optionIds = await insertRows(db, "custom_field_options", options)
  }
  return fields
}

import { type Db, sql } from "../../../server/src/db/db.ts"
import { insertDetails, insertRows } from "../../../server/src/seed/insert/rows.ts"
import type { SeededPerson } from "./plan.ts"
import { Random } from "./random.ts"
import { asciiName, firstNames, lastNames } from "./text/names.ts"
import { type Taken, unused } from "./unused.ts"

export interface SeededPeople {
  admins: SeededPerson[]
  agents: SeededPerson[]
  lightUsers: SeededPerson[]
  systemUsers: SeededPerson[]
  teams: SeededPerson[]
}

const dayMs = 86_400_000

/** Never an owner: a desk has at most one, and that is a real person. */
export async function insertPeople(db: Db, options: { rng: number; now: Date }): Promise<SeededPeople> {
  const { now } = options
  const random = new Random(options.rng, "people")
  const taken = await takenNames(db)
  const createdAt = new Date(now.getTime() - 1_200 * dayMs)
  const person = (role: string) => {
    const firstName = random.pick(firstNames)
    const lastName = random.pick(lastNames)
    const mention = unused(`${asciiName(firstName)}.${asciiName(lastName)}`, taken.mentions)
    return {
      type: "user",
      firstName,
      lastName,
      email: unused(mention, taken.emails, (name) => `${name}@desk.example`),
      role,
      timezone: random.pick(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"]),
      initials: `${firstName.charAt(0)}${lastName.charAt(0)}`,
      mention,
      jobTitle: role === "light user" ? "Product manager" : random.pick(["Support agent", "Support lead"]),
      phone: random.chance(0.5) ? `+1 555 010 ${random.between(1000, 9999)}` : null,
      alternateEmails: random.chance(0.1) ? [`${mention}@home.example`] : [],
      lastVisitAt: random.chance(0.9) ? new Date(now.getTime() - random.between(1, 20_000) * 60_000) : null,
      createdAt,
      updatedAt: createdAt,
      unreadSince: now,
    }
  }
  const people = async (amount: number, role: string, more: object = {}) => {
    const rows = Array.from({ length: amount }, () => ({ ...person(role), ...more }))
    const ids = await insertRows(db, "users", rows)
    return rows.map(({ firstName, lastName }, index) => ({ id: ids[index]!, firstName, lastName }))
  }
  const admins = await people(3, "admin")
  const agents = await people(31, "user")
  const lightUsers = await people(4, "light user")
  await people(2, "user", { deactivatedAt: new Date(now.getTime() - 100 * dayMs) })
  const systemUsers = await insertNamed(db, "system_user", ["AI Agent", "Workflow Runner"], taken, createdAt)
  const teams = await insertNamed(db, "team", teamNames, taken, createdAt)
  await insertDetails(
    db,
    "team_members",
    teams.flatMap((team, index) =>
      agents
        .filter((_, agent) => agent % teams.length === index || random.chance(0.1))
        .map((agent) => ({ teamId: team.id, userId: agent.id, createdAt })),
    ),
  )
  const withStatus = [...admins, ...agents]
  await insertDetails(
    db,
    "user_statuses",
    withStatus.map(({ id }) => statusRow(id, random, now)),
  )
  return { admins, agents: withStatus, lightUsers, systemUsers, teams }
}

const teamNames = ["First Line", "Second Line", "Billing Team", "Onboarding", "Night Shift", "Escalations"]

async function insertNamed(
  db: Db,
  type: "system_user" | "team",
  names: string[],
  taken: { mentions: Taken; emails: Taken },
  createdAt: Date,
): Promise<SeededPerson[]> {
  const rows = names.map((name) => {
    const mention = unused(name.toLowerCase().replaceAll(" ", "-"), taken.mentions)
    return {
      type,
      firstName: name,
      initials: name.charAt(0),
      mention,
      role: type === "team" ? null : "user",
      email: type === "team" ? null : unused(mention, taken.emails, (free) => `${free}@desk.example`),
      createdAt,
      updatedAt: createdAt,
      unreadSince: createdAt,
    }
  })
  const ids = await insertRows(db, "users", rows)
  return names.map((name, index) => ({ id: ids[index]!, firstName: name, lastName: "" }))
}

function statusRow(userId: number, random: Random, now: Date) {
  const away = random.chance(0.2)
  const custom = random.chance(0.15)
  return {
    userId,
    emailStatus: away ? "away" : "active",
    emailUpdatedAt: new Date(now.getTime() - random.between(1, 5_000) * 60_000),
    emailPerformedById: userId,
    emailSource: random.pick(["ui", "api", "presence_detection"]),
    customText: custom ? "At lunch" : null,
    customEmoji: custom ? "🍜" : null,
    customEmojiName: custom ? "steaming_bowl" : null,
    chatStatus: random.pick(["unavailable", "available", "assign", "custom"]),
    reassignAfterMinutes: random.chance(0.1) ? 10_080 : null,
  }
}

async function takenNames(db: Db): Promise<{ mentions: Taken; emails: Taken }> {
  const users = await db.many<{ mention: string; email: string | null }>(
    sql`select lower(mention) as mention, lower(email) as email from users`,
  )
  return {
    mentions: new Set(users.map(({ mention }) => mention)),
    emails: new Set(users.flatMap(({ email }) => email ?? [])),
  }
}

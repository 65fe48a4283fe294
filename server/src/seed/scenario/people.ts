import type { Db } from "../../db/db.ts"
import type { Clock } from "../clock.ts"
import { insertEach } from "../insert/rows.ts"
import { insertTeam, insertUser, insertUserStatuses, type NewUser } from "../insert/users.ts"

/** No owner: a desk has at most one, and the scenario is loaded beside them. */
export async function insertPeople(db: Db, clock: Clock) {
  const people = peopleOf(clock)
  const users = await insertEach(people, (user: NewUser) => insertUser(db, user))
  const emails = Object.fromEntries(Object.entries(people).map(([name, { email }]) => [name, email]))
  const { grace, limited, away, busy, light, ada } = users
  const createdAt = clock.ago({ days: 300 })
  const teams = {
    firstLine: await insertTeam(db, {
      name: "Scenario First Line",
      mention: "scenario-first-line",
      memberIds: [ada, grace, limited, away, busy, light],
      createdAt,
    }),
    empty: await insertTeam(db, { name: "Scenario Nobody", mention: "scenario-nobody", memberIds: [], createdAt }),
  }
  await insertStatuses(db, clock, users)
  return { users, teams, emails: emails as Record<keyof typeof people, string> }
}

function peopleOf(clock: Clock) {
  const createdAt = clock.ago({ days: 1500 })
  return {
    /** An admin with every field. */
    ada: {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@scenario.example",
      role: "admin",
      mention: "scenario-ada",
      timezone: "Europe/London",
      photoUrl: "https://photos.scenario.example/ada.png",
      jobTitle: "Head of Support",
      phone: "+44 20 7946 0001",
      alternateEmails: ["ada.lovelace@scenario.example", "countess@scenario.example"],
      lastVisitAt: clock.ago({ minutes: 12 }),
      createdAt,
      updatedAt: clock.ago({ days: 2 }),
    },
    /** An admin who never came. */
    edsger: {
      firstName: "Edsger",
      lastName: "Dijkstra",
      email: "edsger@scenario.example",
      role: "admin",
      mention: "scenario-edsger",
      timezone: "Europe/Amsterdam",
      createdAt,
    },
    /** May be routed to. */
    grace: {
      firstName: "Grace",
      lastName: "Hopper",
      email: "grace@scenario.example",
      role: "user",
      mention: "scenario-grace",
      timezone: "America/New_York",
      lastVisitAt: clock.ago({ hours: 3 }),
      createdAt,
    },
    /** May not see the hidden inbox. */
    limited: {
      firstName: "Linus",
      lastName: "Limited",
      email: "limited@scenario.example",
      role: "user",
      mention: "scenario-limited",
      createdAt,
    },
    away: {
      firstName: "Alan",
      lastName: "Away",
      email: "away@scenario.example",
      role: "user",
      mention: "scenario-away",
      createdAt,
    },
    /** Holds as many active conversations as routing allows. */
    busy: {
      firstName: "Barbara",
      lastName: "Busy",
      email: "busy@scenario.example",
      role: "user",
      mention: "scenario-busy",
      createdAt,
    },
    /** In the rotation of an inbox that they may not open. */
    outsider: {
      firstName: "Olga",
      lastName: "Outsider",
      email: "outsider@scenario.example",
      role: "user",
      mention: "scenario-outsider",
      createdAt,
    },
    light: {
      firstName: "Lena",
      lastName: "Light",
      email: "light@scenario.example",
      role: "light user",
      mention: "scenario-light",
      createdAt,
    },
    deactivated: {
      firstName: "Donald",
      lastName: "Departed",
      email: "deactivated@scenario.example",
      role: "user",
      mention: "scenario-deactivated",
      lastVisitAt: clock.ago({ days: 40 }),
      deactivatedAt: clock.ago({ days: 30 }),
      createdAt,
    },
    system: {
      type: "system_user",
      firstName: "Answering",
      lastName: "Machine",
      email: "system@scenario.example",
      role: "user",
      mention: "scenario-system",
      createdAt,
    },
  } satisfies Record<string, NewUser>
}

type Users = Record<keyof ReturnType<typeof peopleOf>, number>

/** Light users have no status. */
async function insertStatuses(db: Db, clock: Clock, users: Users): Promise<void> {
  const active = {
    emailStatus: "active",
    emailUpdatedAt: clock.ago({ hours: 5 }),
    emailSource: "ui",
    chatStatus: "unavailable",
  } as const
  const own = (userId: number) => ({ ...active, userId, emailPerformedById: userId })
  await insertUserStatuses(db, [
    own(users.ada),
    own(users.edsger),
    {
      ...own(users.grace),
      customText: "Chasing a moth",
      customEmoji: "🦋",
      customEmojiName: "butterfly",
      chatStatus: "assign",
    },
    { ...own(users.limited), emailSource: "presence_detection", chatStatus: "custom" },
    { ...own(users.away), emailStatus: "away", emailPerformedById: users.ada, emailSource: "api" },
    { ...own(users.busy), chatStatus: "available" },
    own(users.outsider),
    { ...own(users.deactivated), emailStatus: "away" },
  ])
}

import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { ago } from "../scenario.ts"
import { section } from "../section.ts"

const user = (name: string) => read(`/v2/users/${ids.users[name]}`)
const member = async (name: string) =>
  (await read(`/v2/teams/${ids.teams.firstLine}/members`))._embedded.users.find(
    ({ id }: { id: number }) => id === ids.users[name],
  )

/** The same of a user read alone and of one among the members of a team. */
async function assertBoth(name: string, fields: Record<string, unknown>): Promise<void> {
  for (const found of [await user(name), await member(name)])
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(found[field], value, field)
}

async function assertAbsent(name: string, field: string): Promise<void> {
  for (const found of [await user(name), await member(name)]) assert.equal(field in found, false, field)
}

section("user", (item) => {
  item("id", () => assertBoth("ada", { id: ids.users.ada }))

  item("firstName, lastName", () => assertBoth("ada", { firstName: "Ada", lastName: "Lovelace" }))

  item("email", () => assertBoth("ada", { email: "ada@scenario.example" }))

  item("role", async () => {
    await assertBoth("ada", { role: "admin" })
    await assertBoth("grace", { role: "user" })
    await assertBoth("light", { role: "light user" })
    assert.equal((await read("/v2/users/me", { as: "owner" })).role, "owner")
  })

  item("timezone", async () => {
    await assertBoth("ada", { timezone: "Europe/London" })
    await assertBoth("grace", { timezone: "America/New_York" })
  })

  item("type", async () => {
    await assertBoth("ada", { type: "user" })
    assert.equal((await read(`/v2/users/${ids.teams.firstLine}`)).type, "team")
  })

  item("photoUrl", async () => {
    await assertBoth("ada", { photoUrl: "https://photos.scenario.example/ada.png" })
    await assertAbsent("grace", "photoUrl")
  })

  item("initials", async () => {
    await assertBoth("ada", { initials: "AL" })
    await assertBoth("grace", { initials: "GH" })
  })

  item("mention", () => assertBoth("ada", { mention: "scenario-ada" }))

  item("jobTitle", async () => {
    await assertBoth("ada", { jobTitle: "Head of Support" })
    await assertAbsent("grace", "jobTitle")
  })

  item("phone", async () => {
    await assertBoth("ada", { phone: "+44 20 7946 0001" })
    await assertAbsent("grace", "phone")
  })

  item("alternateEmails", async () => {
    await assertBoth("ada", { alternateEmails: ["ada.lovelace@scenario.example", "countess@scenario.example"] })
    await assertBoth("grace", { alternateEmails: [] })
  })

  item("createdAt, updatedAt", () => assertBoth("ada", { createdAt: ago({ days: 1500 }), updatedAt: ago({ days: 2 }) }))

  item("lastVisit", async () => {
    assert.equal((await user("grace")).lastVisit, ago({ hours: 3 }))
    assert.equal((await user("edsger")).lastVisit, null)
    assert.equal("lastVisit" in (await member("grace")), false)
  })
})

import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { ago } from "../scenario.ts"
import { section } from "../section.ts"

const status = async (name: string) =>
  (await read("/v2/users/status"))._embedded.userStatuses.find(
    ({ userId }: { userId: number }) => userId === ids.users[name],
  )

section("user-status", (item) => {
  item("userId", async () => {
    assert.equal((await status("grace")).userId, ids.users.grace)
  })

  item("email.status", async () => {
    assert.equal((await status("grace")).email.status, "active")
    assert.equal((await status("away")).email.status, "away")
  })

  item("email.updatedAt", async () => {
    assert.equal((await status("grace")).email.updatedAt, ago({ hours: 5 }))
  })

  item("email.performedBy", async () => {
    assert.equal((await status("grace")).email.performedBy, ids.users.grace)
    assert.equal((await status("away")).email.performedBy, ids.users.ada)
  })

  item("email.source", async () => {
    assert.equal((await status("grace")).email.source, "ui")
    assert.equal((await status("away")).email.source, "api")
    assert.equal((await status("limited")).email.source, "presence_detection")
  })

  item("email.customStatus", async () => {
    const custom = { text: "Chasing a moth", emoji: "🦋", emojiName: "butterfly" }
    assert.deepEqual((await status("grace")).email.customStatus, custom)
    assert.equal("customStatus" in (await status("ada")).email, false)
  })

  item("chat.status", async () => {
    const names = ["ada", "busy", "grace", "limited"]
    assert.deepEqual(await Promise.all(names.map(async (name) => (await status(name)).chat.status)), [
      "unavailable",
      "available",
      "assign",
      "custom",
    ])
  })

  item("chat.mailboxStatuses", async () => {
    const { support, hidden, paging } = ids.inboxes
    assert.deepEqual((await status("grace")).chat.mailboxStatuses, { [support]: "assign", [hidden]: "custom" })
    const { mailboxStatuses } = (await status("limited")).chat
    assert.deepEqual(mailboxStatuses, { [support]: "available", [paging]: "assign" })
    assert.deepEqual((await status("away")).chat.mailboxStatuses, { [support]: "unavailable" })
    assert.deepEqual((await status("outsider")).chat.mailboxStatuses, {})
  })
})

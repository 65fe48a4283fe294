import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { ConversationMerged, DeskhandClient, DeskhandError } from "@deskhand/sdk/client"
import { desk, removeFolder, type StartedDesk, startDesk, temporaryFolder } from "./processes.ts"

let folder: string
let started: StartedDesk
// biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
let ids: any
let ada: DeskhandClient
let limited: DeskhandClient

before(async () => {
  folder = await temporaryFolder()
  const environment = { DATA_DIR: join(folder, "data") }
  started = await startDesk(environment, ["--empty"])
  ids = JSON.parse((await desk(["seed", "--scenario", "interface", "--json"], environment)).stdout)
  const client = async (email: string) => {
    const { stdout } = await desk(["token", "--user", email], environment)
    return new DeskhandClient({ baseUrl: started.origin, token: stdout.trim() })
  }
  ada = await client(ids.emails.ada)
  limited = await client(ids.emails.limited)
})
after(async () => {
  await started.stop()
  await removeFolder(folder)
})

describe("through the client library", () => {
  test("users.me says whose token it is", async () => {
    const me = await ada.users.me()
    assert.equal(me.id, ids.users.ada)
    assert.equal(me.email, ids.emails.ada)
  })

  test("inboxes differ by what a user may see", async () => {
    const names = async (client: DeskhandClient) =>
      (await client.inboxes.list())._embedded.mailboxes.map(({ id }) => id)
    assert.ok((await names(ada)).includes(ids.inboxes.hidden))
    assert.ok(!(await names(limited)).includes(ids.inboxes.hidden))
  })

  test("walking all conversations visits each once", async () => {
    const seen: number[] = []
    for await (const { id } of ada.conversations.all({ status: "all" })) seen.push(id)
    const { page } = await ada.conversations.list({ status: "all" })
    assert.equal(seen.length, page.totalElements)
    assert.equal(new Set(seen).size, seen.length)
    for (const id of ids.conversations.paging) assert.ok(seen.includes(id))
  })

  test("a merged conversation names the one it went into", async () => {
    await assert.rejects(ada.conversations.get(ids.conversations.merged), (error: unknown) => {
      assert.ok(error instanceof ConversationMerged)
      assert.equal(error.intoId, ids.conversations.mergedInto)
      return true
    })
  })

  test("what may not be seen is not there", async () => {
    await assert.rejects(limited.conversations.get(ids.conversations.hidden), (error: unknown) => {
      assert.ok(error instanceof DeskhandError)
      assert.equal(error.status, 404)
      return true
    })
  })

  test("a tag is made, renamed against its ETag, and deleted", async () => {
    const { id } = await ada.tags.create({ name: "made outside" }, { idempotencyKey: "acceptance-1" })
    assert.equal((await ada.tags.create({ name: "made outside" }, { idempotencyKey: "acceptance-1" })).id, id)
    await ada.tags.replace(id, { name: "renamed outside" })
    assert.equal((await ada.tags.get(id)).name, "renamed outside")
    await ada.tags.delete(id)
    await assert.rejects(ada.tags.get(id), (error: unknown) => error instanceof DeskhandError && error.status === 404)
  })
})

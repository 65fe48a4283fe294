import assert from "node:assert/strict"
import { get, ids, read, send } from "./desk.ts"
import { conversation } from "./scenario.ts"
import { section } from "./section.ts"

section("authentication", (item) => {
  item("bearer", async () => {
    for (const headers of [
      {},
      { Authorization: "Bearer " },
      { Authorization: "Bearer no-such-token" },
      { Authorization: "Basic YWRhOmFkYQ==" },
    ] as Record<string, string>[]) {
      const { status, headers: answered, body } = await get("/v2/conversations", { as: null, headers })
      assert.equal(status, 401)
      assert.match(answered.get("WWW-Authenticate") ?? "", /^Bearer/)
      assert.equal(answered.get("Content-Type"), "application/vnd.error+json")
      assert.equal(body.logRef, answered.get("Correlation-Id"))
    }
    assert.equal((await get("/v2/conversations")).status, 200)
  })

  item("acting user", async () => {
    assert.equal((await read("/v2/users/me", { as: "limited" })).id, ids.users.limited)
    const { status, headers } = await send("POST", "/v2/conversations", {
      body: {
        subject: "Whose token it is",
        type: "email",
        mailboxId: ids.inboxes.empty,
        status: "active",
        customer: { id: ids.customers.silent },
        threads: [{ type: "note", text: "Written by nobody in particular" }],
      },
    })
    assert.equal(status, 201)
    const { createdBy } = await read(`/v2/conversations/${headers.get("Resource-ID")}`)
    assert.deepEqual([createdBy.id, createdBy.type], [ids.users.ada, "user"])
    assert.equal((await conversation("createdByAda")).createdBy.id, ids.users.ada)
  })
})

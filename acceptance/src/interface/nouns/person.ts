import assert from "node:assert/strict"
import { ids } from "../desk.ts"
import { conversation, thread } from "../scenario.ts"
import { section } from "../section.ts"

section("person", (item) => {
  item("id", async () => {
    const { assignee, createdBy, primaryCustomer } = await conversation("assignedToAda")
    assert.equal(assignee.id, ids.users.ada)
    assert.equal(createdBy.id, ids.customers.male)
    assert.equal(primaryCustomer.id, ids.customers.male)
    assert.equal((await conversation("closedBySystem")).closedByUser.id, ids.users.system)
  })

  item("type", async () => {
    assert.equal((await conversation("assignedToAda", 3)).assignee.type, "user")
    assert.equal((await conversation("assignedToAda", 3)).createdBy.type, "customer")
    assert.equal((await conversation("assignedToTeam", 3)).assignee.type, "team")
    assert.equal((await conversation("assignedToSystem", 3)).assignee.type, "system_user")
  })

  item("first", async () => {
    const { assignee, primaryCustomer } = await conversation("assignedToAda")
    assert.deepEqual([assignee.first, primaryCustomer.first], ["Ada", "Malik"])
    assert.equal("first" in (await conversation("spam")).primaryCustomer, false)
  })

  item("last", async () => {
    const { assignee, primaryCustomer } = await conversation("assignedToAda")
    assert.deepEqual([assignee.last, primaryCustomer.last], ["Lovelace", "Mann"])
    assert.equal("last" in (await conversation("spam")).primaryCustomer, false)
  })

  item("email", async () => {
    const { assignee, primaryCustomer } = await conversation("assignedToAda")
    assert.equal(assignee.email, "ada@scenario.example")
    assert.equal(primaryCustomer.email, "male@customers.scenario.example")
    assert.equal("email" in (await conversation("phoneCall")).primaryCustomer, false)
  })

  item("photoUrl", async () => {
    const { assignee, primaryCustomer } = await conversation("assignedToAda")
    assert.equal(assignee.photoUrl, "https://photos.scenario.example/ada.png")
    assert.equal(primaryCustomer.photoUrl, "https://photos.scenario.example/twitter.png")
    assert.equal("photoUrl" in (await conversation("assignedToGrace")).assignee, false)
  })

  item("system_user in v2", async () => {
    for (const [version, type] of [
      [2, "user"],
      [3, "system_user"],
    ] as const) {
      assert.equal((await conversation("assignedToSystem", version)).assignee.type, type)
      assert.equal((await conversation("createdBySystem", version)).createdBy.type, type)
      assert.equal((await conversation("closedBySystem", version)).closedByUser.type, type)
      const { createdBy, assignedTo } = await thread("assignedToSystem", "answer", version)
      assert.deepEqual([createdBy.type, assignedTo.type], [type, type])
    }
  })

  item("customer of a thread", async () => {
    for (const version of [2, 3])
      assert.deepEqual((await thread("assignedToAda", "answer", version)).customer, {
        id: ids.customers.male,
        first: "Malik",
        last: "Mann",
        email: "male@customers.scenario.example",
        photoUrl: "https://photos.scenario.example/twitter.png",
      })
  })
})

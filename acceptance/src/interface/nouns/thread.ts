import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { ago, ahead, link, thread, threadsOf } from "../scenario.ts"
import { section } from "../section.ts"

section("thread", (item) => {
  item("id", async () => {
    const { id } = await thread("everyThreadType", "note")
    assert.equal(id, ids.threads.everyThreadType.note)
  })

  item("type", async () => {
    for (const name of ["widgetchat", "chat", "customer", "lineitem", "message", "note", "phone"])
      assert.equal((await thread("everyThreadType", name)).type, name)
    assert.equal((await thread("forwardParent", "forward")).type, "forwardparent")
    assert.equal((await thread("forwardChild", "forwarded")).type, "forwardchild")
  })

  item("status", async () => {
    const statuses = ["published", "hidden", "bounced", "review"].map(
      async (name) => (await thread("everyThreadState", name)).status,
    )
    assert.deepEqual(await Promise.all(statuses), ["active", "closed", "pending", "spam"])
  })

  item("state", async () => {
    for (const name of ["bounced", "draft", "hidden", "published", "review"])
      assert.equal((await thread("everyThreadState", name)).state, name)
  })

  item("action.type", async () => {
    const types = (await threadsOf("everyAction")).flatMap(({ action }: { action?: { type: string } }) =>
      action ? [action.type] : [],
    )
    assert.deepEqual(
      types.sort(),
      `assigned unassigned status-changed moved-from-mailbox merged split forwarded tags-changed fields-changed
        customer-changed snoozed unsnoozed scheduled unscheduled deleted restored manual-workflow automatic-workflow
        imported auto-reply-sent default`
        .split(/\s+/)
        .sort(),
    )
  })

  item("action.text", async () => {
    assert.equal((await thread("everyAction", "moved")).action.text, "Moved from Scenario Paging")
    for (const { type, action } of await threadsOf("everyThreadType"))
      assert.equal(action === undefined, type !== "lineitem")
  })

  item("action.associatedEntities", async () => {
    const entities = async (name: string) => (await thread("everyAction", name)).action.associatedEntities
    assert.deepEqual(await entities("manualWorkflow"), { workflow: 7001, user: ids.users.ada })
    assert.deepEqual(await entities("moved"), { inbox: ids.inboxes.paging })
    assert.deepEqual(await entities("merged"), { originalConversation: ids.conversations.merged })
    assert.deepEqual(await entities("statusChanged"), {})
  })

  item("body", async () => {
    assert.equal((await thread("everyThreadType", "message")).body, "<p>Written by a user.</p>")
    const { body } = await thread("longChat", "chat")
    assert.equal(body, `<p>${"And then there was one more thing. ".repeat(200)}The end.</p>`)
  })

  item("source", async () => {
    assert.deepEqual((await thread("everyThreadType", "customer")).source, { type: "email", via: "customer" })
    assert.deepEqual((await thread("everyThreadType", "widgetchat")).source, { type: "widget", via: "customer" })
    assert.deepEqual((await thread("everyThreadType", "phone")).source, { type: "manual", via: "user" })
    for (const [type, id] of Object.entries(ids.conversations.bySource)) {
      const { _embedded } = await read(`/v2/conversations/${id}/threads`)
      assert.equal(_embedded.threads[0].source.type, type)
    }
  })

  item("customer", async () => {
    assert.equal((await thread("closedByAda", "answer")).customer.id, ids.customers.female)
    assert.equal((await thread("createdByColleague", "question")).customer.id, ids.customers.colleague)
  })

  item("createdBy", async () => {
    const creator = async (conversation: string, name: string, version: number) => {
      const { id, type } = (await thread(conversation, name, version)).createdBy
      return [id, type]
    }
    assert.deepEqual(await creator("assignedToAda", "answer", 2), [ids.users.ada, "user"])
    assert.deepEqual(await creator("assignedToAda", "question", 2), [ids.customers.male, "customer"])
    assert.deepEqual(await creator("assignedToSystem", "answer", 2), [ids.users.system, "user"])
    assert.deepEqual(await creator("assignedToAda", "answer", 3), [ids.users.ada, "user"])
    assert.deepEqual(await creator("assignedToAda", "question", 3), [ids.customers.male, "customer"])
    assert.deepEqual(await creator("assignedToSystem", "answer", 3), [ids.users.system, "system_user"])
  })

  item("assignedTo", async () => {
    const assigned = async (conversation: string, name: string, version: number) => {
      const { id, type } = (await thread(conversation, name, version)).assignedTo
      return [id, type]
    }
    assert.deepEqual(await assigned("assignedToAda", "answer", 2), [ids.users.ada, "user"])
    assert.deepEqual(await assigned("assignedToTeam", "assignment", 2), [ids.teams.firstLine, "user"])
    assert.deepEqual(await assigned("assignedToSystem", "answer", 2), [ids.users.system, "user"])
    assert.deepEqual(await assigned("assignedToAda", "answer", 3), [ids.users.ada, "user"])
    assert.deepEqual(await assigned("assignedToTeam", "assignment", 3), [ids.teams.firstLine, "team"])
    assert.deepEqual(await assigned("assignedToSystem", "answer", 3), [ids.users.system, "system_user"])
    assert.equal("assignedTo" in (await thread("active", "question")), false)
  })

  item("savedReplyId", async () => {
    assert.equal((await thread("opened", "opened")).savedReplyId, ids.savedReplies.thanks)
    assert.equal("savedReplyId" in (await thread("active", "question")), false)
  })

  item("to, cc, bcc", async () => {
    const { to, cc, bcc } = await thread("searchAddresses", "answer")
    assert.deepEqual(to, ["peter+newsletter@customers.scenario.example"])
    assert.deepEqual(cc, ["Accountant+Tax@books.scenario.example"])
    assert.deepEqual(bcc, ["archive@books.scenario.example"])
    const plain = await thread("active", "question")
    assert.deepEqual([plain.to, plain.cc, plain.bcc], [[], [], []])
  })

  item("createdAt", async () => {
    assert.equal((await thread("everyThreadType", "chat")).createdAt, ago({ days: 20, hours: -3 }))
  })

  item("openedAt", async () => {
    assert.equal((await thread("opened", "opened")).openedAt, ago({ days: 20, hours: -2 }))
    assert.equal("openedAt" in (await thread("opened", "question")), false)
  })

  item("linkedConversationId", async () => {
    const { forwardParent, forwardChild } = ids.conversations
    assert.equal((await thread("forwardParent", "forward")).linkedConversationId, String(forwardChild))
    assert.equal((await thread("forwardChild", "forwarded")).linkedConversationId, String(forwardParent))
  })

  item("rating", async () => {
    const customerId = ids.customers.accents
    const rating = async (name: string) => (await thread("rated", name)).rating
    assert.deepEqual(await rating("great"), { customerId, rating: "great", comments: "Quick & kind 🎉" })
    assert.deepEqual(await rating("okay"), { customerId, rating: "okay" })
    assert.deepEqual(await rating("notGood"), { customerId, rating: "not_good", comments: "Nobody understood me." })
    assert.equal(await rating("question"), undefined)
  })

  item("scheduled", async () => {
    const scheduled = {
      scheduledBy: ids.users.ada,
      sendAsId: ids.users.grace,
      createdAt: ago({ days: 1 }),
      scheduledFor: ahead({ days: 30, hours: 1 }),
      unscheduleOnCustomerReply: true,
    }
    assert.deepEqual((await thread("scheduled", "sooner")).scheduled, scheduled)
    assert.deepEqual((await thread("scheduled", "later")).scheduled, {
      ...scheduled,
      scheduledFor: ahead({ days: 30, hours: 2 }),
      unscheduleOnCustomerReply: false,
    })
    assert.equal("scheduled" in (await thread("scheduled", "question")), false)
  })

  item("_embedded.attachments", async () => {
    const { _embedded } = await thread("withAttachments", "answer")
    assert.deepEqual(
      _embedded.attachments.map(({ filename }: { filename: string }) => filename),
      ["letter.txt"],
    )
    assert.deepEqual((await thread("active", "question"))._embedded.attachments, [])
  })

  item("type lineitem", async () => {
    const lineItem = await thread("everyAction", "statusChanged")
    assert.equal(lineItem.action.text, "Marked as Pending")
    for (const field of ["body", "to", "cc", "bcc", "_embedded"]) assert.equal(field in lineItem, false, field)
  })

  item("type forwardparent", async () => {
    const { type, body, to } = await thread("forwardParent", "forward")
    assert.deepEqual(
      [type, body, to],
      ["forwardparent", "<p>Can you make larger cogs?</p>", ["colleague@engines.scenario.example"]],
    )
  })

  item("type forwardchild", async () => {
    const first = (await threadsOf("forwardChild")).at(-1)
    assert.deepEqual([first.id, first.type], [ids.threads.forwardChild.forwarded, "forwardchild"])
  })

  item("links v3", async () => {
    const user = link(`/v2/users/${ids.users.system}`)
    assert.deepEqual((await thread("assignedToSystem", "answer", 3))._links, {
      assignedTo: user,
      createdByUser: user,
      customer: link(`/v2/customers/${ids.customers.male}`),
    })
  })

  item("links v2", async () => {
    const customer = link(`/v2/customers/${ids.customers.male}`)
    const assignedTo = link(`/v2/users/${ids.users.grace}`)
    const { _links } = await thread("assignedToGrace", "question")
    assert.deepEqual(_links, { assignedTo, createdByCustomer: customer, customer })
  })
})

import assert from "node:assert/strict"
import { ids, origin, read } from "../desk.ts"
import { ago, ahead, conversation, link, listed } from "../scenario.ts"
import { section } from "../section.ts"

const ada = {
  type: "user",
  first: "Ada",
  last: "Lovelace",
  email: "ada@scenario.example",
  photoUrl: "https://photos.scenario.example/ada.png",
}

section("conversation", (item) => {
  item("id", async () => {
    assert.equal((await conversation("active")).id, ids.conversations.active)
  })

  item("number", async () => {
    const { number } = await conversation("active")
    assert.deepEqual(await listed(`/v2/conversations?number=${number}`), [ids.conversations.active])
  })

  item("threads", async () => {
    assert.equal((await conversation("everyThreadType")).threads, 5)
    assert.equal((await conversation("everyThreadState")).threads, 2)
    assert.equal((await conversation("onlyNotes")).threads, 0)
    assert.equal((await conversation("with98Threads")).threads, 97)
  })

  item("type", async () => {
    assert.equal((await conversation("longChat")).type, "chat")
    assert.equal((await conversation("active")).type, "email")
    assert.equal((await conversation("phoneCall")).type, "phone")
  })

  item("folderId", async () => {
    for (const [name, folder] of [
      ["active", "unassigned"],
      ["assignedToAda", "assigned"],
      ["draft", "drafts"],
      ["snoozed", "snoozed"],
      ["closedByAda", "closed"],
      ["spam", "spam"],
      ["deleted", "deleted"],
    ] as const)
      assert.equal((await conversation(name)).folderId, ids.folders.support[folder], name)
  })

  item("status", async () => {
    assert.equal((await conversation("active")).status, "active")
    assert.equal((await conversation("pending")).status, "pending")
    assert.equal((await conversation("closedByAda")).status, "closed")
    assert.equal((await conversation("spam")).status, "spam")
    // The other two words are for asking, and stand for several.
    const { active, pending, closedByAda } = ids.conversations
    const listedWith = (status: string) =>
      listed(`/v2/conversations?mailbox=${ids.inboxes.support}&status=${status}&size=100`)
    const open = await listedWith("open")
    assert.ok(open.includes(active) && open.includes(pending) && !open.includes(closedByAda))
    assert.ok((await listedWith("all")).includes(closedByAda))
  })

  item("state", async () => {
    assert.equal((await conversation("active")).state, "published")
    assert.equal((await conversation("draft")).state, "draft")
    assert.equal((await conversation("deleted")).state, "deleted")
  })

  item("subject", async () => {
    assert.equal((await conversation("searchMarkup")).subject, "Markup <b>is text</b> in a subject")
    assert.equal((await conversation("searchChinese")).subject, "订单没有到")
  })

  item("preview", async () => {
    assert.equal((await conversation("pending")).preview, "Like this.")
    assert.equal((await conversation("searchMarkup")).preview, "Fish&chips unbroken")
    const { preview } = await conversation("longChat")
    assert.match(preview, /^And then there was one more thing\. And then/)
    assert.ok(preview.length <= 150)
  })

  item("mailboxId", async () => {
    assert.equal((await conversation("active")).mailboxId, ids.inboxes.support)
    assert.equal((await conversation("hidden")).mailboxId, ids.inboxes.hidden)
  })

  item("assignee", async () => {
    assert.deepEqual((await conversation("assignedToAda")).assignee, { id: ids.users.ada, ...ada })
    const types = ["assignedToAda", "assignedToTeam", "assignedToSystem"].map(async (name) => [
      (await conversation(name, 3)).assignee.id,
      (await conversation(name, 3)).assignee.type,
    ])
    assert.deepEqual(await Promise.all(types), [
      [ids.users.ada, "user"],
      [ids.teams.firstLine, "team"],
      [ids.users.system, "system_user"],
    ])
    assert.equal("assignee" in (await conversation("active")), false)
  })

  item("createdBy", async () => {
    const names = ["createdByAda", "createdByColleague", "createdByTeam", "createdBySystem"]
    const creators = await Promise.all(names.map(async (name) => (await conversation(name, 3)).createdBy))
    assert.deepEqual(
      creators.map(({ id, type }) => [id, type]),
      [
        [ids.users.ada, "user"],
        [ids.customers.colleague, "customer"],
        [ids.teams.firstLine, "team"],
        [ids.users.system, "system_user"],
      ],
    )
    const { id, email, type } = (await conversation("createdByAda")).createdBy
    assert.deepEqual([id, email, type], [ids.users.ada, "ada@scenario.example", "user"])
  })

  item("createdAt", async () => {
    assert.equal((await conversation("active")).createdAt, ago({ days: 14 }))
  })

  item("closedBy", async () => {
    assert.equal((await conversation("closedByAda")).closedBy, ids.users.ada)
    assert.equal((await conversation("closedBySystem")).closedBy, ids.users.system)
    assert.equal("closedBy" in (await conversation("closedByNobody")), false)
    assert.equal("closedBy" in (await conversation("active")), false)
  })

  item("closedByUser", async () => {
    assert.deepEqual((await conversation("closedByAda")).closedByUser, { id: ids.users.ada, ...ada })
    assert.equal("closedByUser" in (await conversation("active")), false)
  })

  item("closedAt", async () => {
    assert.equal((await conversation("closedByAda")).closedAt, ago({ days: 11 }))
    assert.equal((await conversation("closedByNobody")).closedAt, ago({ days: 10, hours: 1 }))
    assert.equal("closedAt" in (await conversation("active")), false)
  })

  item("userUpdatedAt", async () => {
    assert.equal((await conversation("closedByAda")).userUpdatedAt, ago({ days: 11 }))
    assert.equal((await conversation("assignedToAda")).userUpdatedAt, ago({ days: 7 }))
    const { userUpdatedAt, customerWaitingSince } = await conversation("waitingLong")
    assert.equal(userUpdatedAt, customerWaitingSince.time)
  })

  item("customerWaitingSince", async () => {
    const waiting = { time: ago({ days: 300 }), friendly: "300 days ago", latestReplyFrom: "customer" }
    assert.deepEqual((await conversation("waitingLong")).customerWaitingSince, waiting)
    assert.equal("customerWaitingSince" in (await conversation("waitingForNothing")), false)
  })

  item("source", async () => {
    assert.deepEqual((await conversation("active")).source, { type: "email", via: "customer" })
    assert.deepEqual((await conversation("createdByAda")).source, { type: "web", via: "user" })
  })

  item("tags", async () => {
    const { tags } = await conversation("everyField")
    assert.deepEqual(
      tags.map(({ tag }: { tag: string }) => tag),
      ["scenario-vip", "scénario été", "scenario two words"],
    )
    assert.deepEqual((await conversation("active")).tags, [])
  })

  item("cc", async () => {
    const { cc } = await conversation("copied")
    assert.deepEqual(cc, ["carbon@customers.scenario.example", "copy+two@customers.scenario.example"])
    assert.deepEqual((await conversation("active")).cc, [])
  })

  item("bcc", async () => {
    assert.deepEqual((await conversation("copied")).bcc, ["blind@customers.scenario.example"])
    assert.deepEqual((await conversation("active")).bcc, [])
  })

  item("primaryCustomer", async () => {
    assert.deepEqual((await conversation("createdByColleague")).primaryCustomer, {
      id: ids.customers.full,
      type: "customer",
      first: "Mary",
      last: "Somerville",
      email: "Mary@Engines.scenario.example",
      photoUrl: "https://photos.scenario.example/mary.png",
    })
  })

  item("snooze", async () => {
    assert.deepEqual((await conversation("snoozed")).snooze, {
      snoozedBy: ids.users.ada,
      snoozedUntil: ahead({ days: 30 }),
      unsnoozeOnCustomerReply: true,
    })
    assert.deepEqual((await conversation("snoozedThroughReplies")).snooze, {
      snoozedBy: ids.users.grace,
      snoozedUntil: ahead({ days: 31 }),
      unsnoozeOnCustomerReply: false,
    })
    assert.equal("snooze" in (await conversation("active")), false)
  })

  item("nextEvent", async () => {
    assert.deepEqual((await conversation("snoozed")).nextEvent, {
      time: ahead({ days: 30 }),
      eventType: "snooze",
      userId: ids.users.ada,
      cancelOnCustomerReply: true,
    })
    // Of two scheduled threads the sooner one.
    assert.deepEqual((await conversation("scheduled")).nextEvent, {
      time: ahead({ days: 30, hours: 1 }),
      eventType: "scheduled",
      userId: ids.users.ada,
      cancelOnCustomerReply: true,
    })
    assert.equal((await conversation("scheduledThroughReplies")).nextEvent.cancelOnCustomerReply, false)
    assert.equal("nextEvent" in (await conversation("active")), false)
  })

  item("customFields", async () => {
    const { customFields } = await conversation("everyField")
    const { plan, product, steps, quantity, boughtOn } = ids.fields
    assert.deepEqual(
      customFields.map(({ id, value }: { id: number; value: string }) => [id, value]),
      [
        [plan.id, String(plan.options.Plus)],
        [product, "Difference Engine No. 2"],
        [steps, "1. Turn the crank\n2. Listen"],
        [quantity, "42"],
        [boughtOn, "2024-02-29"],
      ],
    )
    assert.deepEqual((await conversation("active")).customFields, [])
  })

  item("_embedded.threads", async () => {
    assert.equal("_embedded" in (await conversation("assignedToAda")), false)
    const { question, assignment, answer } = ids.threads.assignedToAda
    const { _embedded } = await read(`/v2/conversations/${ids.conversations.assignedToAda}?embed=threads`)
    assert.deepEqual(
      _embedded.threads.map(({ id }: { id: number }) => id),
      [answer, assignment, question],
    )
  })

  item("_links", async () => {
    const names = async (name: string) => Object.keys((await conversation(name))._links).sort()
    const always = ["mailbox", "primaryCustomer", "self", "threads", "web"]
    assert.deepEqual(await names("active"), ["createdByCustomer", ...always].sort())
    assert.deepEqual(await names("createdByAda"), ["createdByUser", ...always].sort())
    assert.deepEqual(await names("closedByAda"), ["assignee", "closedBy", "createdByCustomer", ...always].sort())
  })

  item("organization list", async () => {
    const { _embedded } = await read(`/v2/organizations/${ids.organizations.full}/conversations`)
    const byId = new Map(_embedded.conversations.map((row: { id: number }) => [row.id, row]))
    const closed = byId.get(ids.conversations.hiddenOfKnownCustomer) as Record<string, unknown>
    assert.equal(closed["closedBy"], ids.users.ada)
    assert.deepEqual(closed["closedByUser"], { id: ids.users.ada, ...ada })
    assert.equal(closed["closedAt"], ago({ days: 9 }))
    const answered = byId.get(ids.conversations.everyField) as object
    for (const field of ["closedBy", "closedByUser", "closedAt", "customerWaitingSince"])
      assert.equal(field in answered, false, field)
  })

  item("link self", async () => {
    for (const version of [2, 3]) {
      const { _links } = await conversation("active", version)
      assert.deepEqual(_links.self, link(`/v${version}/conversations/${ids.conversations.active}`))
    }
  })

  item("link mailbox", async () => {
    assert.deepEqual((await conversation("active"))._links.mailbox, link(`/v2/mailboxes/${ids.inboxes.support}`))
  })

  item("link primaryCustomer", async () => {
    const { _links } = await conversation("createdByColleague")
    assert.deepEqual(_links.primaryCustomer, link(`/v2/customers/${ids.customers.full}`))
  })

  item("link createdByCustomer", async () => {
    const { _links } = await conversation("createdByColleague")
    assert.deepEqual(_links.createdByCustomer, link(`/v2/customers/${ids.customers.colleague}`))
  })

  item("link createdByUser", async () => {
    const { _links } = await conversation("createdByAda")
    assert.deepEqual(_links.createdByUser, link(`/v2/users/${ids.users.ada}`))
    const bySystem = await conversation("createdBySystem", 3)
    assert.deepEqual(bySystem._links.createdByUser, link(`/v2/users/${ids.users.system}`))
  })

  item("link closedBy", async () => {
    assert.deepEqual((await conversation("closedByAda"))._links.closedBy, link(`/v2/users/${ids.users.ada}`))
  })

  item("link threads", async () => {
    for (const version of [2, 3]) {
      const { _links } = await conversation("active", version)
      assert.deepEqual(_links.threads, link(`/v${version}/conversations/${ids.conversations.active}/threads`))
    }
  })

  item("link assignee", async () => {
    assert.deepEqual((await conversation("assignedToAda"))._links.assignee, link(`/v2/users/${ids.users.ada}`))
  })

  item("link web", async () => {
    const { id, number, _links } = await conversation("active")
    assert.equal(_links.web.href, `${origin}/conversation/${id}/${number}`)
  })

  item("custom field id", async () => {
    assert.equal((await conversation("anotherPlan")).customFields[0].id, ids.fields.plan.id)
  })

  item("custom field name", async () => {
    const { customFields } = await conversation("everyField")
    assert.deepEqual(
      customFields.map(({ name }: { name: string }) => name),
      ["Plan", "Product", "Steps to reproduce", "Quantity", "Bought on"],
    )
  })

  item("custom field value", async () => {
    const [plan, product] = (await conversation("anotherPlan")).customFields
    assert.equal(plan.value, String(ids.fields.plan.options.Basic))
    assert.equal(product.value, "Difference Engine No. 1")
  })

  item("custom field text", async () => {
    const [plan, product] = (await conversation("anotherPlan")).customFields
    assert.equal(plan.text, "Basic")
    assert.equal(product.text, product.value)
  })

  item("source types", async () => {
    const types =
      `api channel chat consumer coreapi csv cvs desk docs email emailfwd internal manual mobile notification
      orchestration support unknown web workflows widget heymarket jira uservoice zendesk`.split(/\s+/)
    assert.deepEqual(Object.keys(ids.conversations.bySource).sort(), types.toSorted())
    const seen = new Set<string>()
    for (const type of types) {
      const { source } = await read(`/v2/conversations/${ids.conversations.bySource[type]}`)
      assert.equal(source.type, type)
      seen.add(source.via)
    }
    assert.deepEqual([...seen].sort(), ["customer", "user"])
  })
})

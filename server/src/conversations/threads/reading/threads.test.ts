import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Thread, ThreadPage } from "@deskhand/contract/conversations/thread"
import { scenarioDesk, type TestDesk } from "../../../../test/desk/desk.ts"
import { assertShape } from "../../../../test/shape.ts"
import { sql } from "../../../db/db.ts"
import type { ScenarioIds } from "../../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let grace: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  grace = await desk.tokenFor(ids.users.grace)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

/** The threads of one page, newest first. */
async function threadsOf(conversationId: number, { token = ada, version = 2, query = "size=100" } = {}) {
  const { status, body } = await desk.get(`/v${version}/conversations/${conversationId}/threads?${query}`, token)
  assert.equal(status, 200, JSON.stringify(body))
  return body._embedded.threads as Thread[]
}

async function threadOf(conversationId: number, threadId: number, options = {}): Promise<Thread> {
  const found = (await threadsOf(conversationId, options)).find(({ id }) => id === threadId)
  assert(found)
  return found
}

function ago(days: number, hours = 0): string {
  const moment = new Date(desk.clock.now.getTime() - days * 86_400_000 - hours * 3_600_000)
  return `${moment.toISOString().slice(0, 19)}Z`
}

const link = (path: string) => ({ href: desk.origin + path })

describe("GET /v2 and /v3/conversations/{id}/threads", () => {
  test("pages by 25, newest first, and following next visits every thread once", async () => {
    const conversation = ids.conversations.with100Threads
    for (const version of [2, 3]) {
      const seen: Thread[] = []
      let next: string | undefined = `/v${version}/conversations/${conversation}/threads`
      let pages = 0
      while (next !== undefined) {
        const { status, body } = await desk.get(next, ada)
        assert.equal(status, 200)
        assertShape(ThreadPage, body)
        pages++
        assert.deepEqual(body.page, { size: 25, totalElements: 101, totalPages: 5, number: pages })
        seen.push(...body._embedded.threads)
        assert.equal(body._links.previous === undefined, pages === 1)
        next = body._links.next?.href
        if (pages === 1) assert.equal(next, `${desk.origin}/v${version}/conversations/${conversation}/threads?page=2`)
      }
      assert.equal(pages, 5)
      const { rows } = await desk.db.pool.query(
        "select id from threads where conversation_id = $1 order by created_at desc, id desc",
        [conversation],
      )
      assert.deepEqual(
        seen.map(({ id }) => id),
        rows.map(({ id }) => id),
      )
    }
  })

  test("threads of one moment come by id, newest first", async () => {
    const conversation = ids.conversations.mergedInto
    const { question, again, merging, answer } = ids.threads.mergedInto
    await desk.db.run(sql`update threads set created_at = '2026-01-01' where conversation_id = ${conversation}`)
    const listed = await threadsOf(conversation)
    assert.deepEqual(
      listed.map(({ id }) => id),
      [answer, merging, again, question],
    )
  })

  test("honours and clamps size, answers an empty page behind the last, refuses page 0", async () => {
    const path = `/v2/conversations/${ids.conversations.with100Threads}/threads`
    const small = await desk.get(`${path}?size=2&page=3`, ada)
    assert.deepEqual(small.body.page, { size: 2, totalElements: 101, totalPages: 51, number: 3 })
    assert.equal(small.body._embedded.threads.length, 2)
    assert.equal((await desk.get(`${path}?size=1000`, ada)).body.page.size, 100)
    const beyond = await desk.get(`${path}?page=900`, ada)
    assert.deepEqual(beyond.body._embedded.threads, [])
    assert.equal(beyond.body.page.totalElements, 101)
    const bad = await desk.get(`${path}?page=0`, ada)
    assert.equal(bad.status, 400)
    assert.equal(bad.body._embedded.errors[0].path, "page")
  })

  test("every thread of the scenario has the specified shape", async () => {
    const all = await desk.db.many<{ id: number }>(sql`select id from conversations`)
    for (const { id } of all)
      for (const version of [2, 3]) {
        const { status, body } = await desk.get(`/v${version}/conversations/${id}/threads`, ada)
        if (status === 200) assertShape(ThreadPage, body)
        else assert.equal(id, ids.conversations.draftOfGrace)
      }
  })

  test("a reply has every field", async () => {
    const { everyThreadType: conversation } = ids.conversations
    const { message } = ids.threads.everyThreadType
    const { customer, createdBy, ...thread } = await threadOf(conversation, message)
    assert.deepEqual(thread, {
      id: message,
      type: "message",
      status: "active",
      state: "published",
      body: "<p>Written by a user.</p>",
      source: { type: "web", via: "user" },
      to: ["zoe@customers.scenario.example"],
      cc: ["carbon@customers.scenario.example"],
      bcc: [],
      createdAt: ago(20, -1),
      _embedded: { attachments: [] },
      _links: { customer: link(`/v2/customers/${ids.customers.accents}`) },
    })
    const { first_name, last_name } = await desk.db.one<{ first_name: string; last_name: string }>(
      sql`select first_name, last_name from customers where id = ${ids.customers.accents}`,
    )
    assert.equal(customer?.id, ids.customers.accents)
    assert.deepEqual([customer?.first, customer?.last], [first_name, last_name])
    assert.equal(customer?.email, "zoe@customers.scenario.example")
    assert.equal("type" in (customer ?? {}), false)
    assert.deepEqual([createdBy.id, createdBy.type, createdBy.first], [ids.users.ada, "user", "Ada"])
  })

  test("a reply whose row names no customer is of the conversation's", async () => {
    const { closedByAda: conversation } = ids.conversations
    const { answer } = ids.threads.closedByAda
    await desk.db.run(sql`update threads set customer_id = null where id = ${answer}`)
    assert.equal((await threadOf(conversation, answer)).customer?.id, ids.customers.female)
  })

  test("a customer's thread is by the customer who wrote it", async () => {
    const { createdByColleague: conversation } = ids.conversations
    const { question } = ids.threads.createdByColleague
    const thread = await threadOf(conversation, question)
    assert.equal(thread.type, "customer")
    assert.equal(thread.customer?.id, ids.customers.colleague)
    assert.deepEqual([thread.createdBy.id, thread.createdBy.type], [ids.customers.colleague, "customer"])
    assert.deepEqual(thread.source, { type: "email", via: "customer" })
    const customer = link(`/v2/customers/${ids.customers.colleague}`)
    assert.deepEqual(thread._links, { createdByCustomer: customer, customer })
    assert.deepEqual((await threadOf(conversation, question, { version: 3 }))._links, { customer })
  })

  test("v2 knows users and customers, v3 tells system users and teams", async () => {
    const people = async (conversation: number, thread: number) => {
      const [two, three] = [await threadOf(conversation, thread), await threadOf(conversation, thread, { version: 3 })]
      return [two, three].map(({ createdBy, assignedTo, _links }) => [createdBy.type, assignedTo?.type, _links])
    }
    const { assignedToSystem, assignedToTeam, createdByTeam } = ids.conversations
    const customer = link(`/v2/customers/${ids.customers.male}`)
    const system = link(`/v2/users/${ids.users.system}`)
    assert.deepEqual(await people(assignedToSystem, ids.threads.assignedToSystem.answer), [
      ["user", "user", { assignedTo: system, customer }],
      ["system_user", "system_user", { assignedTo: system, createdByUser: system, customer }],
    ])
    const team = link(`/v2/users/${ids.teams.firstLine}`)
    assert.deepEqual(await people(assignedToTeam, ids.threads.assignedToTeam.assignment), [
      ["user", "user", { assignedTo: team }],
      ["user", "team", { assignedTo: team, createdByUser: link(`/v2/users/${ids.users.ada}`) }],
    ])
    assert.deepEqual(await people(createdByTeam, ids.threads.createdByTeam.opening), [
      ["user", undefined, {}],
      ["team", undefined, { createdByUser: team }],
    ])
  })

  test("every type and state is shown as it is", async () => {
    const { everyThreadType, everyThreadState, forwardParent, forwardChild } = ids.conversations
    for (const thread of await threadsOf(everyThreadType))
      assert.equal(ids.threads.everyThreadType[thread.type as "note"], thread.id)
    const states = (await threadsOf(everyThreadState)).map(({ state, status }) => [state, status])
    assert.deepEqual(states, [
      ["draft", "active"],
      ["review", "spam"],
      ["hidden", "closed"],
      ["bounced", "pending"],
      ["published", "active"],
      ["published", "active"],
    ])
    const parent = await threadOf(forwardParent, ids.threads.forwardParent.forward)
    const child = await threadOf(forwardChild, ids.threads.forwardChild.forwarded)
    assert.deepEqual([parent.type, parent.linkedConversationId], ["forwardparent", String(forwardChild)])
    assert.deepEqual([child.type, child.linkedConversationId], ["forwardchild", String(forwardParent)])
  })

  test("a line item has an action, and neither body, addresses nor attachments", async () => {
    const threads = await threadsOf(ids.conversations.everyAction)
    const items = threads.filter(({ type }) => type === "lineitem")
    assert.equal(items.length, 21)
    for (const item of items)
      for (const absent of ["body", "to", "cc", "bcc", "_embedded"]) assert.equal(absent in item, false, absent)
    const actionOf = (name: string) => {
      const thread = items.find(({ id }) => id === ids.threads.everyAction[name as "question"])
      return thread?.action
    }
    assert.deepEqual(actionOf("assigned"), {
      type: "assigned",
      text: "Assigned to Ada Lovelace",
      associatedEntities: { user: ids.users.ada },
    })
    assert.deepEqual(actionOf("statusChanged")?.associatedEntities, {})
    assert.deepEqual(actionOf("moved")?.associatedEntities, { inbox: ids.inboxes.paging })
    assert.deepEqual(actionOf("merged")?.associatedEntities, { originalConversation: ids.conversations.merged })
    assert.deepEqual(actionOf("manualWorkflow")?.associatedEntities, { workflow: 7001, user: ids.users.ada })
    assert.equal(threads.find(({ type }) => type === "customer")?.action, undefined)
  })

  test("tells what was opened, made from a saved reply, rated and scheduled", async () => {
    const opened = await threadOf(ids.conversations.opened, ids.threads.opened.opened)
    assert.equal(opened.openedAt, ago(20, -2))
    assert.equal(opened.savedReplyId, ids.savedReplies.thanks)

    const ratings = await Promise.all(
      (["great", "okay", "notGood", "unknown"] as const).map(
        async (name) => (await threadOf(ids.conversations.rated, ids.threads.rated[name])).rating,
      ),
    )
    const customerId = ids.customers.accents
    assert.deepEqual(ratings, [
      { customerId, rating: "great", comments: "Quick & kind 🎉" },
      { customerId, rating: "okay" },
      { customerId, rating: "not_good", comments: "Nobody understood me." },
      undefined,
    ])

    const scheduled = await threadOf(ids.conversations.scheduled, ids.threads.scheduled.sooner)
    assert.deepEqual(scheduled.scheduled, {
      scheduledBy: ids.users.ada,
      sendAsId: ids.users.grace,
      createdAt: ago(1),
      scheduledFor: ago(-30, -1),
      unscheduleOnCustomerReply: true,
    })
    const later = await threadOf(ids.conversations.scheduled, ids.threads.scheduled.later)
    assert.equal(later.scheduled?.unscheduleOnCustomerReply, false)
  })

  test("only messages are opened and rated", async () => {
    const { question } = ids.threads.rated
    await desk.db.run(sql`update threads set opened_at = now() where id = ${question}`)
    await desk.db.run(sql`insert into ratings (thread_id, conversation_id, customer_id, user_id, rating)
      values (${question}, ${ids.conversations.rated}, ${ids.customers.accents}, ${ids.users.ada}, 'great')`)
    const thread = await threadOf(ids.conversations.rated, question)
    assert.equal(thread.openedAt, undefined)
    assert.equal(thread.rating, undefined)
  })

  test("attachments have every field and link; one that is not scanned yet is not shown", async () => {
    const conversation = ids.conversations.withAttachments
    const { question, answer, warning } = ids.threads.withAttachments
    const number = (await desk.get(`/v2/conversations/${conversation}`, ada)).body.number
    const picture = ids.attachments["one pixel ünïcode.png"]
    const self = `/v2/conversations/${conversation}/attachments/${picture}`
    for (const version of [2, 3])
      assert.deepEqual((await threadOf(conversation, question, { version }))._embedded?.attachments, [
        {
          id: picture,
          filename: "one pixel ünïcode.png",
          mimeType: "image/png",
          width: 1,
          height: 1,
          size: 70,
          state: "valid",
          _links: {
            self: link(self),
            data: link(`${self}/data`),
            download: link(`${self}/file`),
            web: link(`/conversation/${conversation}/${number}#attachment-${picture}`),
          },
        },
      ])
    const [letter] = (await threadOf(conversation, answer))._embedded?.attachments ?? []
    assert.deepEqual(
      [letter?.filename, letter && "width" in letter, letter && "height" in letter],
      ["letter.txt", false, false],
    )
    const warned = (await threadOf(conversation, warning))._embedded?.attachments ?? []
    assert.deepEqual(
      warned.map(({ filename, state }) => [filename, state]),
      [["invoice.exe", "virus"]],
    )
  })
})

describe("who sees which threads", () => {
  test("drafts are for their author and for who scheduled them, and totals count the same", async () => {
    const seenBy = async (token: string, conversation: number) => {
      const { body } = await desk.get(`/v2/conversations/${conversation}/threads`, token)
      assert.equal(body.page.totalElements, body._embedded.threads.length)
      return body._embedded.threads.filter(({ state }: Thread) => state === "draft").map(({ id }: Thread) => id)
    }
    const { everyThreadState, scheduled } = ids.conversations
    const { draft } = ids.threads.everyThreadState
    assert.deepEqual(await seenBy(ada, everyThreadState), [draft])
    assert.deepEqual(await seenBy(grace, everyThreadState), [])
    const both = [ids.threads.scheduled.sooner, ids.threads.scheduled.later]
    for (const token of [ada, grace]) assert.deepEqual((await seenBy(token, scheduled)).sort(), both.sort())
    assert.deepEqual(await seenBy(limited, scheduled), [])
    assert.equal((await desk.get(`/v2/conversations/${everyThreadState}/threads/${draft}`, grace)).status, 404)
    assert.equal((await desk.get(`/v2/conversations/${everyThreadState}/threads/${draft}`, ada)).status, 200)
  })

  test("404 for a merged id, another's draft, a hidden inbox and nothing at all", async () => {
    const { merged, mergedLongAgo, draftOfGrace, hidden } = ids.conversations
    for (const version of [2, 3]) {
      for (const id of [merged, mergedLongAgo, draftOfGrace, 999_999_999])
        assert.equal((await desk.get(`/v${version}/conversations/${id}/threads`, ada)).status, 404)
      assert.equal((await desk.get(`/v${version}/conversations/${hidden}/threads`, limited)).status, 404)
      assert.equal((await desk.get(`/v${version}/conversations/${hidden}/threads`, ada)).status, 200)
    }
  })

  test("a deleted conversation is read as Get Conversation does", async () => {
    const { deleted } = ids.conversations
    assert.equal((await desk.get(`/v2/conversations/${deleted}`, limited)).status, 200)
    assert.equal((await threadsOf(deleted, { token: limited })).length, 2)
  })

  test("light users read, and nobody without a token", async () => {
    const light = await desk.tokenFor(ids.users.light)
    assert.equal((await threadsOf(ids.conversations.active, { token: light })).length, 1)
    assert.equal((await desk.get(`/v2/conversations/${ids.conversations.active}/threads`)).status, 401)
  })

  test("400 for an id that is none", async () => {
    const { status, body } = await desk.get("/v2/conversations/abc/threads", ada)
    assert.equal(status, 400)
    assert.deepEqual([body._embedded.errors[0].path, body._embedded.errors[0].source], ["conversationId", "PATH"])
  })
})

describe("GET /v2/conversations/{id}/threads/{threadId}", () => {
  test("is what the list shows, with an ETag", async () => {
    const conversation = ids.conversations.withAttachments
    for (const listed of await threadsOf(conversation)) {
      const path = `/v2/conversations/${conversation}/threads/${listed.id}`
      const { status, headers, body } = await desk.get(path, ada)
      assert.equal(status, 200)
      assertShape(Thread, body)
      assert.deepEqual(body, listed)
      const etag = headers.get("etag") ?? ""
      assert.match(etag, /^"[\w-]{27}"$/)
      assert.equal((await desk.get(path, ada, { "If-None-Match": etag })).status, 304)
    }
  })

  test("404 under another conversation, for a hidden inbox and for none", async () => {
    const { active, hidden } = ids.conversations
    const { question } = ids.threads.hidden
    assert.equal((await desk.get(`/v2/conversations/${active}/threads/${question}`, ada)).status, 404)
    assert.equal((await desk.get(`/v2/conversations/${hidden}/threads/${question}`, limited)).status, 404)
    assert.equal((await desk.get(`/v2/conversations/${hidden}/threads/${question}`, ada)).status, 200)
    assert.equal((await desk.get(`/v2/conversations/${active}/threads/999999999`, ada)).status, 404)
    assert.equal((await desk.get(`/v2/conversations/${active}/threads/x`, ada)).status, 400)
  })
})

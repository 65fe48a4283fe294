import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { SavedReply, SavedReplyList } from "@deskhand/contract/inboxes/saved-reply"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { insertSavedReply } from "../../seed/insert/inboxes.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let limited: string
let hiddenReply: number

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  limited = await desk.tokenFor(ids.users.limited)
  hiddenReply = await insertSavedReply(desk.db, {
    inboxId: ids.inboxes.hidden,
    name: "Secret",
    text: `<p>${"é".repeat(200)}</p>`,
    createdAt: desk.clock.now,
  })
})
after(() => desk.close())

describe("GET /v2/mailboxes/{id}/saved-replies", () => {
  test("is a bare array by name, with how each begins", async () => {
    const { status, body } = await desk.get(`/v2/mailboxes/${ids.inboxes.support}/saved-replies`, limited)
    assert.equal(status, 200)
    assertShape(SavedReplyList, body)
    assert.deepEqual(body, [
      { id: ids.savedReplies.refund, name: "Refund", preview: "The refund is on its way." },
      {
        id: ids.savedReplies.thanks,
        name: "Thanks",
        preview: "Thank you for writing. We look into it today.",
        chatPreview: "Thank you! Looking into it.",
      },
    ])
  })

  test("shows 150 characters of a long one, and nothing of an inbox without any", async () => {
    const ada = await desk.tokenFor(ids.users.ada)
    const hidden = await desk.get(`/v2/mailboxes/${ids.inboxes.hidden}/saved-replies`, ada)
    assert.deepEqual(hidden.body, [{ id: hiddenReply, name: "Secret", preview: "é".repeat(150) }])
    assert.deepEqual((await desk.get(`/v2/mailboxes/${ids.inboxes.empty}/saved-replies`, ada)).body, [])
  })

  test("404 for an inbox that the viewer may not see, 401 for nobody", async () => {
    for (const id of [ids.inboxes.hidden, 999_999])
      assert.equal((await desk.get(`/v2/mailboxes/${id}/saved-replies`, limited)).status, 404)
    assert.equal((await desk.get(`/v2/mailboxes/${ids.inboxes.support}/saved-replies`)).status, 401)
  })
})

describe("GET /v2/mailboxes/{id}/saved-replies/{id}", () => {
  test("has the whole text, and one for chats where there is one", async () => {
    const path = `/v2/mailboxes/${ids.inboxes.support}/saved-replies`
    const { status, body } = await desk.get(`${path}/${ids.savedReplies.thanks}`, limited)
    assert.equal(status, 200)
    assertShape(SavedReply, body)
    assert.deepEqual(body, {
      id: ids.savedReplies.thanks,
      name: "Thanks",
      text: "<p>Thank you for writing. We look into it <b>today</b>.</p>",
      chatText: "Thank you! Looking into it.",
      _links: { self: { href: `${desk.origin}${path}/${ids.savedReplies.thanks}` } },
    })
    assert.equal("chatText" in (await desk.get(`${path}/${ids.savedReplies.refund}`, limited)).body, false)
  })

  test("404 through another inbox and for one the viewer may not see, 400 for what is no id", async () => {
    const statusOf = async (inboxId: number, token: string) =>
      (await desk.get(`/v2/mailboxes/${inboxId}/saved-replies/${hiddenReply}`, token)).status
    const ada = await desk.tokenFor(ids.users.ada)
    assert.equal(await statusOf(ids.inboxes.hidden, ada), 200)
    assert.equal(await statusOf(ids.inboxes.support, ada), 404)
    assert.equal(await statusOf(ids.inboxes.hidden, limited), 404)
    const { status, body } = await desk.get(`/v2/mailboxes/${ids.inboxes.support}/saved-replies/x`, limited)
    assert.equal(status, 400)
    assert.deepEqual([body._embedded.errors[0].path, body._embedded.errors[0].source], ["replyId", "PATH"])
  })
})

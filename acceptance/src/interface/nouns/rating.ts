import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { ago, conversation, link } from "../scenario.ts"
import { section } from "../section.ts"

const rating = (name: string) => read(`/v2/ratings/${ids.ratings[name]}`)

section("rating", (item) => {
  item("id", async () => {
    assert.equal((await rating("great")).id, ids.ratings.great)
  })

  item("threadId", async () => {
    for (const name of ["great", "okay", "notGood", "unknown"])
      assert.equal((await rating(name)).threadId, ids.threads.rated[name])
  })

  item("conversationId", async () => {
    assert.equal((await rating("great")).conversationId, ids.conversations.rated)
  })

  item("conversationNumber", async () => {
    assert.equal((await rating("great")).conversationNumber, (await conversation("rated")).number)
  })

  item("mailboxId", async () => {
    assert.equal((await rating("great")).mailboxId, ids.inboxes.support)
  })

  item("rating", async () => {
    assert.equal((await rating("great")).rating, "great")
    assert.equal((await rating("notGood")).rating, "not_good")
    assert.equal((await rating("okay")).rating, "okay")
    assert.equal((await rating("unknown")).rating, "unknown")
  })

  item("comments", async () => {
    assert.equal((await rating("great")).comments, "Quick & kind 🎉")
    assert.equal("comments" in (await rating("okay")), false)
  })

  item("createdAt", async () => {
    assert.equal((await rating("great")).createdAt, ago({ days: 20, hours: -2 }))
  })

  item("modifiedAt", async () => {
    assert.equal((await rating("great")).modifiedAt, ago({ days: 20, hours: -2 }))
  })

  item("user", async () => {
    assert.deepEqual((await rating("great")).user, {
      id: ids.users.grace,
      email: "grace@scenario.example",
      firstName: "Grace",
      lastName: "Hopper",
    })
  })

  item("customer", async () => {
    assert.deepEqual((await rating("great")).customer, {
      id: ids.customers.accents,
      email: "zoe@customers.scenario.example",
      firstName: "Zoë",
      lastName: "Brontë-Ångström",
      photoUrl: "https://photos.scenario.example/googleprofile.png",
    })
  })

  item("link conversation", async () => {
    assert.deepEqual((await rating("great"))._links.conversation, link(`/v2/conversations/${ids.conversations.rated}`))
  })

  item("link mailbox", async () => {
    assert.deepEqual((await rating("great"))._links.mailbox, link(`/v2/mailboxes/${ids.inboxes.support}`))
  })

  item("link customer", async () => {
    assert.deepEqual((await rating("great"))._links.customer, link(`/v2/customers/${ids.customers.accents}`))
  })

  item("link user", async () => {
    assert.deepEqual((await rating("great"))._links.user, link(`/v2/users/${ids.users.grace}`))
  })

  item("link self", async () => {
    assert.deepEqual((await rating("great"))._links.self, link(`/v2/ratings/${ids.ratings.great}`))
  })
})

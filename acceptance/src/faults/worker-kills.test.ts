import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { killBothWays } from "../mail/both-ways-kills.ts"
import { killSenders } from "../mail/kills.ts"
import { fetchingAnywhere, killReceivers } from "../mail/receiving-kills.ts"
import { until } from "../until.ts"
import { HookedDesk } from "../webhooks/hooked-desk.ts"
import { killedOften, killWorkers } from "../webhooks/kills.ts"
import { chooseSeed } from "./crashes.ts"

const seed = chooseSeed()

let desk: HookedDesk

before(async () => {
  desk = await HookedDesk.open({ ...killedOften, ...fetchingAnywhere })
})
after(() => desk.close())

describe("a worker that delivers to webhooks", () => {
  test("is killed when it has its answer and has not noted it: the same comes again (K3)", async () => {
    const inboxId = await desk.newInbox()
    const path = "/told/answered"
    await desk.receiver.tell(path, "/held")
    const id = await desk.newWebhook({ url: path, mailboxIds: [inboxId] })
    const killed = await desk.startWorker()
    await desk.addNote(await desk.newConversation(inboxId), "Answered and forgotten")
    await until(async () => (await desk.receiver.arrivals(path)).length === 1)
    // Stopped, so that it has received the answer and done nothing with it.
    killed.child.kill("SIGSTOP")
    await desk.receiver.order({ release: true })
    await desk.receiver.tell(path, "/ok")
    await killed.signal("SIGKILL")
    assert.deepEqual((await desk.delivery(id)).attempts, [])
    const next = await desk.startWorker()
    await desk.untilStates(id, "delivered")
    const [first, second] = await desk.receiver.arrivals(path)
    assert.equal(second?.body, first?.body)
    assert.equal(second?.headers["webhook-id"], first?.headers["webhook-id"])
    assert.equal((await next.signal("SIGTERM")).code, 0)
  })

  /** Few here; docs/fault-coverage.md says how to run many. */
  test("is killed again and again: all arrives, in order, and again only as it was (W21)", async () => {
    const { deliveries, arrivals } = await killWorkers({ desk, seed, deliveries: 80, kills: 2 })
    assert.equal(deliveries, 80)
    assert.ok(arrivals >= deliveries)
  })
})

describe("a worker that sends mail", () => {
  test("is killed after the end of a mail, before it knows: none is lost, none comes under another name (K7)", async () => {
    await killSenders({ desk, seed: seed, messages: 20, kills: 1 })
  })
})

describe("a worker that fetches and sends mail", () => {
  test("is killed while both go on: in exactly once, out at least once under the same Message-ID (K6, K7)", async () => {
    await killBothWays({ desk, seed, messages: 60, kills: 3 })
  })
})

describe("a desk that takes mail in", () => {
  test("is killed while some comes by SMTP and some by IMAP: each stands in a conversation once, in order (K5, K6)", async () => {
    await killReceivers({ desk, seed: seed, messages: 40, kills: 1 })
  })
})

import { after, before, describe, test } from "node:test"
import { killSenders } from "../mail/kills.ts"
import { fetchingAnywhere, killReceivers } from "../mail/receiving-kills.ts"
import { HookedDesk } from "../webhooks/hooked-desk.ts"
import { chooseSeed } from "./crashes.ts"

let desk: HookedDesk

before(async () => {
  desk = await HookedDesk.open(fetchingAnywhere)
})
after(() => desk.close())

describe("a worker that sends mail", () => {
  test("is killed after the end of a mail, before it knows: none is lost, none comes under another name (K7)", async () => {
    await killSenders({ desk, seed: chooseSeed(), messages: 20, kills: 1 })
  })
})

describe("a desk that takes mail in", () => {
  test("is killed while some comes by SMTP and some by IMAP: each stands in a conversation once, in order (K5, K6)", async () => {
    await killReceivers({ desk, seed: chooseSeed(), messages: 40, kills: 1 })
  })
})

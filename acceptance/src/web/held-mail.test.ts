import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import { text as textOf } from "node:stream/consumers"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { SMTPServer } from "smtp-server"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let relay: SMTPServer
let grace: string
/** What the relay took. */
const mails: string[] = []

before(async () => {
  relay = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, _session, callback) {
      void textOf(stream).then((mail) => {
        mails.push(mail)
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve))
  const { port } = relay.server.address() as AddressInfo
  desk = await openWebDesk({ OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: String(port), REPLY_DOMAIN: "reply.example" })
  ada = await desk.client("ada")
  grace = (await ada.users.get(desk.ids.users.grace)).email ?? ""
  await ada.inboxes.mailConnections(desk.ids.inboxes.support).create({
    kind: "smtp",
    host: "127.0.0.1",
    port,
    security: "none",
    auth: "none",
    enabled: true,
  })
  page = await desk.visit("ada")
})
after(async () => {
  await desk?.finish()
  await new Promise<void>((resolve) => relay.close(resolve))
})

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true })
const dialog = (name: string) => page.getByRole("dialog", { name })
const shown = (id: number) => goTo(page, `${desk.origin}/settings/mail/messages/${id}`)
const outcomeOf = async (id: number) => (await ada.messages.get(id)).outcome

/** A conversation of which Grace was told by mail, and where her answers to that mail go. */
async function assigned(subject: string): Promise<{ id: number; to: string }> {
  const { support } = desk.ids.inboxes
  const before = mails.length
  const customer = { email: "joan@customers.example" }
  const id = await beginConversation(ada, { subject, mailboxId: support, customer, assignTo: desk.ids.users.grace })
  const found = () =>
    mails
      .slice(before)
      .filter((mail) => mail.includes(subject))
      .flatMap((mail) => /^Reply-To: .*?([^\s<]+@reply\.example)/im.exec(mail)?.[1] ?? [])
  await until(async () => found().length > 0)
  return { id, to: found()[0] ?? "" }
}

async function receive(to: string, from: string, words: string): Promise<number> {
  const raw = [`From: ${from}`, `To: ${to}`, "Subject: Re: Assigned to you", "", words].join("\r\n")
  const { id } = await ada.inboxes.messages(desk.ids.inboxes.support).receive(Buffer.from(raw), { from, to: [to] })
  await until(async () => (await outcomeOf(id)) !== "waiting")
  assert.equal(await outcomeOf(id), "held")
  return id
}

describe("a reply by mail that is held", () => {
  let to: string
  let conversationId: number
  let first: number

  test("stands in its conversation, and leads to the decision whoever may decide", async () => {
    const made = await assigned("A parcel")
    to = made.to
    conversationId = made.id
    await goTo(page, `${desk.origin}/conversation/${conversationId}/1`)
    await page.frameLocator("article[data-tone=customer] iframe").getByText("About A parcel.").waitFor()
    const held = page.getByText("A reply by Grace Hopper by email is held.")
    assert.equal(await held.count(), 0)
    first = await receive(to, grace, "Your parcel is <b>here</b>.")
    await held.waitFor()
    await page.getByText("It is not proven that it comes from the address in From.").waitFor()
    await page.getByRole("link", { name: "Decide" }).click()
    await page.waitForURL(`**/settings/mail/messages/${first}`)
    await page.getByRole("region", { name: "What it says" }).getByText("Your parcel is <b>here</b>.").waitFor()

    const other = await desk.visit("grace")
    await goTo(other, `${desk.origin}/conversation/${conversationId}/1`)
    await other.getByText("An owner or admin has to decide about it.").waitFor()
    assert.equal(await other.getByRole("link", { name: "Decide" }).count(), 0)
    await other.context().close()
  })

  test("is accepted, and is her reply", async () => {
    await button("Accept").click()
    await page.getByText("Accepted. It appears in the conversation shortly.").waitFor()
    await page.getByText("In a conversation").waitFor()
    await page.getByText(/^Accepted by Ada Lovelace, /).waitFor()
    assert.equal(await button("Reject").count(), 0)
    await page.getByRole("link", { name: "Open the conversation" }).click()
    await page.waitForURL("**/conversation/**")
    await page.frameLocator("article[data-tone=agent] iframe").getByText("Your parcel is <b>here</b>.").waitFor()
    await until(async () => mails.some((mail) => mail.includes("Your parcel is") && mail.includes("joan@")))
    await page.getByText("is held.").waitFor({ state: "detached" })
  })

  test("is rejected, and its sender blocked: what comes next is in Spam", async () => {
    const second = await receive(to, "eve@shop.example", "Pay me")
    await goTo(page, `${desk.origin}/settings/mail`)
    await page.getByLabel("Outcome").selectOption("Needs a decision")
    const found = page.getByRole("link", { name: "Re: Assigned to you" })
    // All that came is listed until the outcome is applied.
    await until(async () => (await found.count()) === 1)
    await found.click()
    await page.waitForURL(`**/settings/mail/messages/${second}`)
    await page.getByText("eve@shop.example is not in Grace Hopper’s profile").waitFor()
    assert.equal(await button("Accept and trust sender").count(), 0)
    await button("Block sender").click()
    const blocking = dialog("Block the sender of this message?")
    await blocking.getByLabel("From everybody at shop.example").check()
    await blocking.getByRole("button", { name: "Block sender" }).click()
    await page.getByText("Rejected. Later mail from shop.example goes to Spam.").waitFor()
    await page.getByRole("region", { name: "Rejected message" }).waitFor()
    const raw = "From: bob@shop.example\r\nSubject: Offer\r\n\r\nBuy"
    const { id } = await ada.inboxes.messages(desk.ids.inboxes.support).receive(Buffer.from(raw))
    await until(async () => (await outcomeOf(id)) === "spam")
    await shown(id)
    await page.getByText("Its sender is blocked").waitFor()
  })

  test("is accepted and its sender trusted, after a warning, until that is taken back", async () => {
    await shown(await receive(to, grace, "One more word"))
    await button("Accept and trust sender").click()
    const asking = dialog(`Trust ${grace}?`)
    await asking.getByText(/Anybody can write this address into an email/).waitFor()
    await asking.getByRole("button", { name: "Accept and trust sender" }).click()
    await page.getByText("In a conversation").waitFor()
    await page.getByRole("link", { name: "Mail log" }).first().click()
    await page.getByRole("navigation", { name: "Parts of the mail log" }).getByRole("link", { name: "Senders" }).click()
    const rows = page.getByRole("list", { name: "Senders" }).locator("> li")
    await rows.filter({ hasText: "shop.example" }).getByText("Blocked").waitFor()
    await rows.filter({ hasText: grace }).getByText("Trusted").waitFor()
    await button(`Remove ${grace}`).click()
    await dialog(`Remove ${grace}?`).getByRole("button", { name: "Remove" }).click()
    await page.getByText(`${grace} was removed`).waitFor()
    assert.deepEqual(
      (await Array.fromAsync(ada.mailSenders.all())).map(({ sender, verdict }) => [sender, verdict]),
      [["shop.example", "blocked"]],
    )
  })

  test("is decided by one of two, and the other is told", async () => {
    const id = await receive(to, grace, "Twice")
    await shown(id)
    await button("Reject").waitFor()
    // Before the page hears of it.
    await page.route("**/decision", async (route) => {
      await ada.messages.decide(id, { decision: "accept" })
      await route.continue()
    })
    await button("Reject").click()
    await page.getByText(/Somebody has accepted this message already/).waitFor()
    await page.unroute("**/decision")
    await button("Reject").waitFor({ state: "detached" })
  })

  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const)
    test(`looks right, ${colorScheme} and ${width} wide`, async () => {
      const id = await receive(to, grace, `Looked at, ${colorScheme}\n${"A long line of words. ".repeat(40)}`)
      const eyes = await desk.visit("ada", { ...looked, colorScheme, viewport: { width, height: 800 } })
      const places: [path: string, words: string][] = [
        [`settings/mail/messages/${id}`, "Decide about this message"],
        ["settings/mail/senders", "shop.example"],
        [`conversation/${conversationId}/1`, "A reply by Grace Hopper by email is held."],
      ]
      for (const [path, words] of places) {
        await goTo(eyes, `${desk.origin}/${path}`)
        await eyes.getByText(words).first().waitFor()
        await assertSound(eyes, path)
      }
      await eyes.context().close()
    })
})

import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { FrameLocator, Page } from "playwright-core"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo } from "./going.ts"

export interface Received {
  body: string
  subject?: string
  firstName?: string
}

/** A desk with somebody who reads, and with somebody who means them no good. */
export interface Strangers {
  desk: WebDesk
  client: DeskhandClient
  page: Page
  /** How often something of theirs has run. */
  ran: () => number
  /** A server of theirs, and what has been asked of it. */
  remote: string
  asked: IncomingMessage[]
  /** Opens a conversation that has just come from them. */
  show(message: Received): Promise<number>
  /** The customer's message that is open. */
  message(): FrameLocator
  close(): Promise<void>
}

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

export async function openStrangers(): Promise<Strangers> {
  const asked: IncomingMessage[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(request)
    const isDrawing = request.url?.endsWith(".svg")
    response.writeHead(200, { "Content-Type": isDrawing ? "image/svg+xml" : "image/png" })
    response.end(isDrawing ? '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' : pixel)
  })
  await once(elsewhere.listen(0, "127.0.0.1"), "listening")
  const remote = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const desk = await shareWebDesk()
  const client = await desk.client("ada")
  const page = await desk.visit("ada")
  let ran = 0
  const count = () => {
    ran++
  }
  await page.exposeFunction("pwned", count)
  page.on("dialog", (dialog) => {
    count()
    void dialog.dismiss()
  })
  let shown = 0
  const message = () => page.frameLocator("article[data-tone=customer] iframe")
  return {
    desk,
    client,
    page,
    ran: () => ran,
    remote,
    asked,
    message,
    async show({ body, subject = "From a stranger", firstName = "Stran" }) {
      // Different each time, because the conversation before stays on the screen until this one is there.
      const last = `That was all, number ${++shown}.`
      const email = `${firstName.replace(/\W/g, "") || "x"}@customers.example`.toLowerCase()
      const { id } = await client.conversations.create({
        subject,
        type: "email",
        mailboxId: desk.ids.inboxes.support,
        status: "active",
        customer: { email, firstName },
        threads: [
          { type: "customer", text: body, customer: { email } },
          { type: "note", text: last },
        ],
      })
      await goTo(page, `${desk.origin}/conversation/${id}/1`)
      await page.frameLocator("article[data-tone=note] iframe").getByText(last).waitFor()
      await message().locator("body > *").first().waitFor({ state: "attached" })
      return id
    },
    async close() {
      elsewhere.close()
      await desk.close()
    },
  }
}

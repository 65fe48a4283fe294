import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { hostileBodies } from "./hostile-bodies.ts"

let desk: WebDesk
let client: DeskhandClient
let page: Page
let ran: number
/** A server of somebody else, and what has been asked of it. */
let elsewhere: Server
let remote: string
let fetched: string[]

before(async () => {
  desk = await openWebDesk()
  client = await desk.client("ada")
  page = await desk.visit("ada")
  ran = 0
  await page.exposeFunction("pwned", () => {
    ran++
  })
  page.on("dialog", (dialog) => {
    ran++
    void dialog.dismiss()
  })
  fetched = []
  elsewhere = createServer((request, response) => {
    fetched.push(request.url ?? "")
    response.writeHead(200, { "Content-Type": "image/png" }).end(Buffer.from(pixel, "base64"))
  })
  await once(elsewhere.listen(0, "127.0.0.1"), "listening")
  remote = `http://localhost:${(elsewhere.address() as AddressInfo).port}`
})
after(async () => {
  elsewhere?.close()
  await desk?.close()
})

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

async function show(text: string, more: { subject?: string; firstName?: string } = {}): Promise<void> {
  const { subject = "From a stranger", firstName = "Stran" } = more
  const email = `stranger${firstName.length}@customers.example`
  const { id } = await client.conversations.create({
    subject,
    type: "email",
    mailboxId: desk.ids.inboxes.support,
    status: "active",
    customer: { email, firstName },
    threads: [
      { type: "customer", text, customer: { email } },
      { type: "note", text: "That was all." },
    ],
  })
  await page.goto(`${desk.origin}/conversation/${id}/1`)
  for (const frame of await page.locator("article iframe").all()) await frame.waitFor()
  await page.frameLocator("article[data-tone=note] iframe").getByText("That was all.").waitFor()
  // The customer's is filled when its frame has loaded too.
  await page
    .frameLocator("article[data-tone=customer] iframe")
    .locator("body :first-child, body")
    .first()
    .waitFor({ state: "attached" })
}

for (const [name, body] of Object.entries(hostileBodies))
  test(`a body with ${name} runs nothing and fetches nothing`, async () => {
    await show(`<p>Begin.</p>${body(remote)}<p>End of it.</p>`)
    const message = page.frameLocator("article[data-tone=customer] iframe")
    await message.getByText("Begin.").waitFor()
    for (const link of await message.locator("a").all()) {
      const href = await link.getAttribute("href")
      assert.match(href ?? "https:", /^(https?|mailto|tel):/)
      if (href !== null) assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow")
    }
    const forbidden =
      "script, style, link, meta, base, iframe, object, embed, form, input, svg, math, video, audio, dialog"
    assert.equal(await message.locator(`body :is(${forbidden})`).count(), 0)
    assert.equal(
      await message.locator("body :is([id], [name], [onerror], [onload], [srcset], [background])").count(),
      0,
    )
    assert.equal(ran, 0)
    assert.deepEqual(fetched, [])
  })

test("names and subjects are text, whatever they hold", async () => {
  await show("Hello", { subject: "<img src=x onerror=pwned()>{{7*7}}", firstName: "<b onclick=pwned()>Bob" })
  await page.getByRole("heading", { level: 1, name: "<img src=x onerror=pwned()>{{7*7}}" }).waitFor()
  await page.getByRole("heading", { level: 3, name: "<b onclick=pwned()>Bob" }).waitFor()
  assert.equal(ran, 0)
})

test("the frame itself lets nothing run, should a sanitizer ever fail", async () => {
  await show("Hello")
  const frame = page.locator("article[data-tone=customer] iframe")
  assert.equal(await frame.getAttribute("sandbox"), "allow-same-origin allow-popups allow-popups-to-escape-sandbox")
  // Straight past the sanitizer, by hand.
  await frame.evaluate((element, address) => {
    const inside = (element as unknown as { contentDocument: { createElement(name: string): Element; body: Element } })
      .contentDocument
    type Element = {
      src: string
      textContent: string
      setAttribute(name: string, value: string): void
      append(child: Element): void
    }
    const image = inside.createElement("img")
    image.setAttribute("onerror", "top.pwned()")
    image.setAttribute("src", address)
    inside.body.append(image)
  }, `${remote}/past.png`)
  const answered = await page.request.get(`${desk.origin}/message`)
  const policy = answered.headers()["content-security-policy"] ?? ""
  assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src data:;/)
  assert.match(policy, /sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/)
  assert.equal(ran, 0)
  assert.deepEqual(fetched, [])
})

test("pictures from elsewhere come when a person asks for them, and only pictures", async () => {
  await show(
    `<p style="color:#a00">See:</p><img src="${remote}/asked.png" alt="A kite"><link rel=stylesheet href="${remote}/no.css">`,
  )
  const message = page.frameLocator("article[data-tone=customer] iframe")
  await message.getByText("Picture: A kite").waitFor()
  // The mail keeps its own colours.
  const colour = await message
    .getByText("See:")
    .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color)
  assert.equal(colour, "rgb(170, 0, 0)")
  assert.deepEqual(fetched, [])
  await page.getByRole("button", { name: "Show pictures" }).click()
  await message.getByRole("img", { name: "A kite" }).waitFor()
  assert.deepEqual(fetched, ["/asked.png"])
})

test("quoted history is folded, and unfolds without a script", async () => {
  await show('<p>Thanks!</p><div class="gmail_quote">On Monday Ann wrote:<blockquote>The old story.</blockquote></div>')
  const message = page.frameLocator("article[data-tone=customer] iframe")
  await message.getByText("Thanks!").waitFor()
  assert.equal(await message.getByText("The old story.").isVisible(), false)
  const height = async () => (await page.locator("article[data-tone=customer] iframe").boundingBox())?.height ?? 0
  const folded = await height()
  await message.getByText("···").press("Enter")
  await message.getByText("The old story.").waitFor()
  await page.locator(`article[data-tone=customer] iframe:not([height="${folded}"])`).waitFor()
  assert.ok((await height()) > folded)
})

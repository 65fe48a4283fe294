import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import { pressLetter } from "./going.ts"
import { hostileBodies } from "./hostile-bodies.ts"
import { openStrangers, type Strangers } from "./strangers.ts"

let strangers: Strangers
/** A page with no policy at all, in which whatever can run does. */
let bare: Page

before(async () => {
  strangers = await openStrangers()
  const { client, desk, page, remote } = strangers
  bare = await page.context().newPage()
  await bare.exposeFunction("pwned", () => assert.fail("It runs when it is parsed again"))
  await bare.setContent("<body></body>")
  // All of them at once, so that none can harm another either.
  const email = "stranger@customers.example"
  const { id } = await client.conversations.create({
    subject: "From a stranger",
    type: "email",
    mailboxId: desk.ids.inboxes.support,
    status: "active",
    customer: { email },
    threads: Object.entries(hostileBodies).map(([name, body]) => ({
      type: "customer" as const,
      text: `<p>Begin of ${name}.</p>${body(remote)}${name === "unclosed tags" ? "" : "<p>End of it.</p>"}`,
      customer: { email },
    })),
  })
  await page.goto(`${desk.origin}/conversation/${id}/1`)
})
after(() => strangers?.close())

const forbidden =
  "script, style, link, meta, base, iframe, object, embed, form, input, svg, math, video, audio, dialog, textarea, select, button, template, noscript"

const forbiddenAttributes = "[id], [name], [onerror], [onload], [onclick], [srcset], [background], [ping], [poster]"

for (const name of Object.keys(hostileBodies))
  test(`a body with ${name} runs nothing and fetches nothing`, async () => {
    const index = Object.keys(hostileBodies).indexOf(name)
    const message = strangers.page.frameLocator(`article >> nth=${index} >> iframe`)
    await message.getByText(`Begin of ${name}.`).waitFor()
    for (const link of await message.locator("a").all()) {
      const href = await link.getAttribute("href")
      assert.match(href ?? "https:", /^(https?|mailto|tel):/)
      if (href !== null) assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow")
    }
    assert.equal(await message.locator(`body :is(${forbidden})`).count(), 0)
    assert.equal(await message.locator(`body :is(${forbiddenAttributes})`).count(), 0)
    // Nothing lies over the rest of the message.
    const styled = await message.locator("body [style]").evaluateAll((all) =>
      all.map((one) => {
        const style = one.ownerDocument.defaultView?.getComputedStyle(one)
        return [style?.position, style?.backgroundImage]
      }),
    )
    for (const [position, image] of styled) assert.deepEqual([position, image], ["static", "none"])

    const left = await message.locator("body").innerHTML()
    assert.match(left, new RegExp(`Begin of ${name}\\.`))
    const found = await bare.evaluate(
      `((html) => {
        document.body.innerHTML = html
        document.body.innerHTML = document.body.innerHTML
        return document.body.querySelectorAll("${forbidden}").length
      })(${JSON.stringify(left)})`,
    )
    assert.equal(found, 0)
    assert.equal(strangers.ran(), 0)
    assert.deepEqual(
      strangers.asked.map(({ url }) => url),
      [],
    )
  })

test("the page around them is as it was", async () => {
  const { page, desk } = strangers
  assert.equal(new URL(page.url()).origin, desk.origin)
  await pressLetter(page, "?")
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
  assert.equal(await page.locator("#application").count(), 1)
})

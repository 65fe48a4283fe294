import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { until } from "../until.ts"
import { openStrangers, type Strangers } from "./strangers.ts"

let strangers: Strangers
before(async () => {
  strangers = await openStrangers()
})
after(() => strangers?.close())
beforeEach(() => strangers.asked.splice(0))

const asked = () => strangers.asked.map(({ url }) => url).sort()

const body = (name: string) =>
  `<p style="color:#a00">See:</p><img src="${strangers.remote}/${name}.png" alt="A kite"><img src="${strangers.remote}/tracker-${name}.png" width="1" height="1"><link rel=stylesheet href="${strangers.remote}/no.css"><img src="${strangers.remote}/${name}.svg" alt="A drawing">`

/** Whether the picture is there, and not only its frame. */
async function waitForPicture(): Promise<void> {
  const kite = strangers.message().getByRole("img", { name: "A kite" })
  await kite.waitFor()
  await until(() => kite.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0))
}

test("come when a person asks for them, by the desk, which tells nobody who reads; and only pictures", async () => {
  const { page } = strangers
  await strangers.show({ body: body("first"), firstName: "Ann" })
  await strangers.message().getByText("Picture: A kite").waitFor()
  // The mail keeps its own colours.
  const colour = await strangers
    .message()
    .getByText("See:")
    .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color)
  assert.equal(colour, "rgb(170, 0, 0)")
  assert.deepEqual(asked(), [])

  const drawing = page.waitForResponse((response) => response.url().includes("first.svg"))
  await page.getByRole("button", { name: "Show pictures" }).click()
  await waitForPicture()
  assert.equal((await drawing).status(), 502)
  assert.deepEqual(asked(), ["/first.png", "/first.svg"])
  for (const { headers } of strangers.asked) {
    assert.equal(headers["user-agent"], "Deskhand")
    for (const name of ["cookie", "referer", "accept-language", "origin", "x-forwarded-for"])
      assert.equal(headers[name], undefined, name)
  }
  assert.equal(await page.getByRole("button", { name: "Show pictures" }).count(), 0)
})

test("are remembered of the message, and of nothing else", async () => {
  const { page } = strangers
  await strangers.show({ body: body("second"), firstName: "Ann" })
  await page.getByRole("button", { name: "Show pictures" }).click()
  await waitForPicture()
  await page.reload()
  await waitForPicture()
  await strangers.show({ body: body("third"), firstName: "Ann" })
  await strangers.message().getByText("Picture: A kite").waitFor()
  assert.equal(asked().includes("/third.png"), false)
})

test("are remembered of a sender until that is taken back, and of no other sender", async () => {
  const { page } = strangers
  await strangers.show({ body: body("fourth"), firstName: "Bea" })
  await page.getByRole("button", { name: "Always show those of Bea" }).click()
  await waitForPicture()
  await strangers.show({ body: body("fifth"), firstName: "Bea" })
  await waitForPicture()
  await strangers.show({ body: body("sixth"), firstName: "Cyd" })
  await strangers.message().getByText("Picture: A kite").waitFor()
  assert.equal(asked().includes("/sixth.png"), false)

  const seventh = await strangers.show({ body: body("seventh"), firstName: "Bea" })
  await waitForPicture()
  await page.getByRole("article", { name: "Message of Bea" }).getByRole("button", { name: "More" }).click()
  await page.getByRole("menuitem", { name: "Show no more pictures of Bea" }).click()
  await strangers.message().getByText("Picture: A kite").waitFor()
  await page.goto(`${strangers.desk.origin}/conversation/${seventh}/1`)
  await strangers.message().getByText("Picture: A kite").waitFor()
})

test("what was allowed here is not allowed to somebody else", async () => {
  const { desk, page } = strangers
  const id = await strangers.show({ body: body("eighth"), firstName: "Dan" })
  await page.getByRole("button", { name: "Show pictures" }).click()
  await waitForPicture()
  const other = await desk.visit("grace")
  await other.goto(`${desk.origin}/conversation/${id}/1`)
  await other.frameLocator("article[data-tone=customer] iframe").getByText("Picture: A kite").waitFor()
  await other.context().close()
})

test("are never fetched from inside the network of the desk", async () => {
  const { page } = strangers
  await strangers.show({ body: '<p>Inside</p><img src="http://127.0.0.9:5432/x.png" alt="A kite">', firstName: "Eve" })
  const answered = page.waitForResponse((response) => response.url().includes("/session/picture"))
  await page.getByRole("button", { name: "Show pictures" }).click()
  assert.equal((await answered).status(), 400)
})

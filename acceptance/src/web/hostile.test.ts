import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { pressLetter } from "./going.ts"
import { openStrangers, type Strangers } from "./strangers.ts"

let strangers: Strangers
before(async () => {
  strangers = await openStrangers()
})
after(() => strangers?.close())

function assertUnharmed(): void {
  assert.equal(strangers.ran(), 0)
  assert.deepEqual(
    strangers.asked.map(({ url }) => url),
    [],
  )
}

test("names and subjects are text, whatever they hold", async () => {
  const subject = "<img src=x onerror=pwned()>{{7*7}}"
  await strangers.show({ body: "<p>Hello</p>", subject, firstName: "<b onclick=pwned()>Bob" })
  await strangers.page.getByRole("heading", { level: 1, name: subject }).waitFor()
  await strangers.page.getByRole("heading", { level: 3, name: "<b onclick=pwned()>Bob" }).waitFor()
  assertUnharmed()
})

test("templates stay the letters that they are", async () => {
  await strangers.show({ body: `<p>{{7*7}} \${7*7} <%= 7*7 %> {% raw %}</p>` })
  await strangers.message().getByText(`{{7*7}} \${7*7}`).waitFor()
  assert.equal(await strangers.message().getByText("49").count(), 0)
})

test("a link says where it leads in letters that do not deceive", async () => {
  await strangers.show({
    body: '<a href="https://ex\u0430mple.com/login">pay</a> <a href="https://good.example/\u202Egpj.exe">look</a> <a href="https://a\u200Bb.example/">zero</a> see https://safe.example/x\u200Btail and https://plain.example/(a).',
  })
  const message = strangers.message()
  const title = (name: string) => message.getByRole("link", { name, exact: true }).getAttribute("title")
  assert.equal(await title("pay"), "https://xn--exmple-4nf.com/login")
  assert.equal(await title("look"), "https://good.example/%E2%80%AEgpj.exe")
  assert.equal(await title("zero"), "https://ab.example/")
  assert.equal(await title("https://safe.example/x"), "https://safe.example/x")
  for (const link of await message.getByRole("link").all()) {
    assert.equal(await link.getAttribute("target"), "_blank")
    assert.match((await link.getAttribute("title")) ?? "", /^[\x20-\x7e]+$/)
  }
})

test("the frame itself lets nothing run, should a sanitizer ever fail", async () => {
  const { page, remote, desk } = strangers
  await strangers.show({ body: "<p>Hello</p>" })
  const frame = page.locator("article[data-tone=customer] iframe")
  assert.equal(await frame.getAttribute("sandbox"), "allow-same-origin allow-popups allow-popups-to-escape-sandbox")
  // Straight past the sanitizer, by hand.
  await frame.evaluate((element, address) => {
    type Inside = { createElement(name: string): Made; body: { append(child: Made): void } }
    type Made = { textContent: string; setAttribute(name: string, value: string): void; click(): void }
    const inside = (element as unknown as { contentDocument: Inside }).contentDocument
    const add = (name: string, attributes: Record<string, string>, text = "") => {
      const made = inside.createElement(name)
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
      made.textContent = text
      inside.body.append(made)
      return made
    }
    add("img", { onerror: "top.pwned()", src: `${address}/past.png` })
    add("script", {}, "top.pwned()")
    add("script", { src: `${address}/past.js` })
    add("iframe", { src: `${address}/frame` })
    add("link", { rel: "stylesheet", href: `${address}/past.css` })
    add("button", { onclick: "top.pwned()" }).click()
    add("a", { href: "javascript:top.pwned()" }).click()
    add("video", { src: `${address}/video`, autoplay: "" })
  }, remote)
  await pressLetter(page, "?")
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
  const policy = (await page.request.get(`${desk.origin}/message`)).headers()["content-security-policy"] ?? ""
  assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src data: blob:;/)
  assert.match(policy, /sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/)
  assertUnharmed()
})

test("nothing in the application makes a script of what strangers have sent, and the browser sees to it", async () => {
  const { page, desk, client } = strangers
  const id = await strangers.show({ body: "<p>Hello</p>" })
  const note = await client.conversations.addNote(id, {
    text: "Attached",
    attachments: [
      { fileName: "evil.js", mimeType: "text/javascript", data: Buffer.from("pwned()").toString("base64") },
    ],
  })
  const thread = await client.conversations.threads(id).get(note.id)
  const place = new URL(thread._embedded?.attachments[0]?._links.download.href ?? "").pathname
  const refused = await page.evaluate(`(() => {
    const script = document.createElement("script")
    try { script.src = ${JSON.stringify(place)}; return "taken" } catch (error) { return error.name }
  })()`)
  assert.equal(refused, "TypeError")
  const headers = { "Sec-Fetch-Dest": "script", Cookie: await cookieOf(page) }
  assert.equal((await fetch(desk.origin + place, { headers })).status, 403)
  assertUnharmed()
})

async function cookieOf(page: Strangers["page"]): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
}

test("an address with the names of prototypes in it changes nothing", async () => {
  const { page, desk } = strangers
  await page.goto(
    `${desk.origin}/list/all?__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__=%7B%22polluted%22%3A1%7D`,
  )
  await page.getByRole("heading", { name: "All open" }).waitFor()
  assert.equal(await page.evaluate("({}).polluted"), undefined)
})

test("quoted history is folded, and unfolds without a script", async () => {
  const { page } = strangers
  await strangers.show({
    body: '<p>Thanks!</p><div class="gmail_quote">On Monday Ann wrote:<blockquote>The old story.</blockquote></div>',
  })
  const message = strangers.message()
  await message.getByText("Thanks!").waitFor()
  assert.equal(await message.getByText("The old story.").isVisible(), false)
  const height = async () => (await page.locator("article[data-tone=customer] iframe").boundingBox())?.height ?? 0
  const folded = await height()
  await message.getByText("···").press("Enter")
  await message.getByText("The old story.").waitFor()
  await page.locator(`article[data-tone=customer] iframe:not([height="${folded}"])`).waitFor()
  assert.ok((await height()) > folded)
})

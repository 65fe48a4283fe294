import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { openWebDesk, password, type WebDesk } from "./desk.ts"

let desk: WebDesk
before(async () => {
  desk = await openWebDesk()
})
after(() => desk?.close())

test("the owner of a new desk sets it up, once, and is in the inbox", async () => {
  const page = await desk.visitAsStranger()
  await page.goto(desk.origin)
  await page.getByLabel("E-mail address").fill(desk.owner.email)
  await page.getByLabel("Password").fill(desk.owner.password)
  await page.keyboard.press("Enter")
  await page.waitForURL("**/setup")
  await page.getByLabel("First name").fill("Olga")
  await page.getByLabel("Last name").fill("Owens")
  await page.getByLabel("Your password").fill("short")
  await page.getByLabel("Name of the desk").fill("Acorn & Sons")
  await page.getByLabel("First inbox").fill("Hello")
  await page.getByLabel("Its e-mail address").fill("hello@acorn.example")
  await page.keyboard.press("Enter")
  await page.getByRole("alert").getByText("Your password needs at least 10 characters.").waitFor()
  assert.equal(await page.getByLabel("Your password").getAttribute("aria-invalid"), "true")
  assert.equal(await page.getByLabel("Your e-mail address").inputValue(), desk.owner.email)
  const browserZone = await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
  assert.equal(await page.getByLabel("Time zone").inputValue(), browserZone)
  await page.getByLabel("Your password").fill(password)
  await page.getByLabel("Your e-mail address").fill("olga@acorn.example")
  await page.getByLabel("Time zone").fill("Mars/Base")
  await page.keyboard.press("Enter")
  await page.getByRole("alert").getByText("Choose a time zone from the list, such as Europe/Berlin.").waitFor()
  await page.getByLabel("Time zone").fill("Europe/Vienna")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/list/mine")
  await page.getByRole("button", { name: /Olga Owens/ }).waitFor()
  await page.getByText("Hello", { exact: true }).waitFor()
  const me = await (await page.request.get(`${desk.origin}/v2/users/me`)).json()
  assert.deepEqual([me.email, me.timezone], ["olga@acorn.example", "Europe/Vienna"])
  await page.goto(`${desk.origin}/setup`)
  await page.waitForURL("**/list/mine")
  assert.deepEqual(desk.complaints, [])
  await page.context().close()
})

describe("signing in", () => {
  test("comes first, says plainly what is wrong, and leads to the address that was asked for", async () => {
    const oneTime = (await desk.run(["password", "--keep-tokens", "--user", desk.ids.emails.ada])).trim()
    const { id, number, subject } = await (await desk.client("ada")).conversations.get(
      desk.ids.conversations.everyField,
    )
    const page = await desk.visitAsStranger()
    await page.goto(`${desk.origin}/conversation/${id}/${number}`)
    await page.getByLabel("E-mail address").fill(desk.ids.emails.ada)
    await page.getByLabel("Password").fill("not this one")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByText("This e-mail address and password do not belong together.").waitFor()

    await page.getByLabel("Password").fill(oneTime)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Choose your password" }).waitFor()
    await page.getByLabel("One-time password").fill(oneTime)
    await page.getByLabel("New password").fill("short")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("New password needs at least 10 characters.").waitFor()
    await page.getByLabel("New password").fill(password)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: subject }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/conversation/${id}/${number}`)

    await page.getByRole("button", { name: /Account and settings/ }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.waitForURL("**/sign-in")
    await page.goBack()
    await page.getByLabel("E-mail address").waitFor()
    assert.deepEqual(desk.complaints, [])
    await page.context().close()
  })

  test("never leads to another site", async () => {
    await (await desk.visit("ada")).context().close()
    for (const to of ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example"]) {
      const page = await desk.visitAsStranger()
      await page.goto(`${desk.origin}/sign-in?to=${encodeURIComponent(to)}`)
      await page.getByLabel("E-mail address").fill(desk.ids.emails.ada)
      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page.waitForURL(`${desk.origin}/list/mine`)
      await page.context().close()
    }
  })

  test("tells how long to wait after too many failures", async () => {
    const page = await desk.visitAsStranger()
    await page.goto(`${desk.origin}/sign-in`)
    const email = page.getByLabel("E-mail address")
    await email.fill(desk.ids.emails.limited)
    const throttled = page.getByText(/^Too many failed attempts\. Try again in \d+ (second|minute)s?\.$/)
    // The delay doubles with each failure, so that one of the attempts comes too early on the slowest machine too.
    for (let attempt = 0; attempt < 20 && !(await throttled.isVisible()); attempt++) {
      await page.getByLabel("Password").fill(`wrong ${attempt}`)
      const answered = page.waitForResponse((response) => response.url() === `${desk.origin}/session`)
      await page.keyboard.press("Enter")
      await answered
      await page.getByRole("button", { name: "Sign in", disabled: false }).waitFor()
    }
    await throttled.waitFor()
    await page.context().close()
  })
})

test("a session that is ended elsewhere leads back to signing in, and from there to where they were", async () => {
  const page = await desk.visit("grace")
  await page.goto(`${desk.origin}/list/all`)
  await page.getByRole("heading", { name: "All open" }).waitFor()
  const [cookie] = await page.context().cookies()
  const ended = await fetch(`${desk.origin}/session`, {
    method: "DELETE",
    headers: { Cookie: `desk_session=${cookie?.value}`, "Sec-Fetch-Site": "same-origin" },
  })
  assert.equal(ended.status, 204)
  await page.getByLabel("E-mail address").waitFor()
  assert.equal(new URL(page.url()).search, "?to=%2Flist%2Fall")
  await page.getByLabel("E-mail address").fill(desk.ids.emails.grace)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
  await page.waitForURL("**/list/all")
  await page.context().close()
})

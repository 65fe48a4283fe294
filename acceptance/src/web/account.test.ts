import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { defaultPreferences } from "@deskhand/contract/people/preferences"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { openWebDesk, password, type WebDesk } from "./desk.ts"
import { pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
before(async () => {
  desk = await openWebDesk()
})
after(() => desk?.finish())

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(secret)
  await page.getByRole("button", { name: "Sign in" }).click()
}

describe("a forgotten password", () => {
  test("is asked for from the door, and nobody learns who has an address", async () => {
    const page = await desk.visitAsStranger()
    await page.goto(`${desk.origin}/sign-in`)
    await page.getByRole("link", { name: "Forgot your password?" }).click()
    for (const email of [desk.ids.emails.grace, "nobody@nowhere.example"]) {
      await page.goto(`${desk.origin}/forgot-password`)
      await page.getByLabel("E-mail address").fill(email)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Look into your mail" }).waitFor()
      const said = await page.getByRole("status").filter({ hasText: "Look into" }).innerText()
      assert.match(said.replace(email, "X"), /If X belongs to somebody here, a link is on its way/)
    }
    await page.getByRole("link", { name: "Back to signing in" }).click()
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await page.context().close()
  })

  test("is replaced by a link, once, which signs in here and out everywhere else", async () => {
    const email = desk.ids.emails.grace
    const other = await desk.visit("grace")
    await other.goto(`${desk.origin}/list/all`)
    await other.getByRole("heading", { name: "All open" }).waitFor()
    const link = (await desk.run(["reset-link", email])).trim()
    const page = await desk.visitAsStranger()
    await page.goto(link.replace(/^https?:\/\/[^/]+/, desk.origin))
    await page.getByText(`For ${email}.`).waitFor()
    await page.getByLabel("New password").fill("short")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("New password needs at least 10 characters.").waitFor()
    // Later tests use the token that Grace has.
    await page.getByRole("checkbox", { name: "Keep them working" }).check()
    await page.getByLabel("New password").fill("four other unrelated words")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/list/mine")
    await other.getByLabel("E-mail address").waitFor()

    const again = await desk.visitAsStranger()
    await again.goto(link.replace(/^https?:\/\/[^/]+/, desk.origin))
    await again.getByRole("heading", { name: "This link no longer works" }).waitFor()
    await again.getByRole("link", { name: "Ask for a new link" }).click()
    await again.getByRole("heading", { name: "Forgot your password?" }).waitFor()
    await again.goto(`${desk.origin}/sign-in`)
    await signIn(again, email, "four other unrelated words")
    await again.waitForURL("**/list/mine")
    for (const one of [page, other, again]) await one.context().close()
  })

  test("lists the tokens and apps that end with it, and keeps them on request", async () => {
    const email = "busy@scenario.example"
    const token = (await desk.run(["token", "--user", email])).trim()
    await desk.run(["app", "create", "--name", "Stock sync", "--user", email])
    const isAccepted = async () =>
      (await fetch(`${desk.origin}/v2/users/me`, { headers: { Authorization: `Bearer ${token}` } })).ok
    const openLink = async () => {
      const link = (await desk.run(["reset-link", email])).trim()
      const page = await desk.visitAsStranger()
      await page.goto(link.replace(/^https?:\/\/[^/]+/, desk.origin))
      await page.getByText("They stop working when you save:").waitFor()
      await page.getByText("1 personal token").waitFor()
      await page.getByText("Stock sync (app)").waitFor()
      await page.getByLabel("New password").fill("four other unrelated words")
      return page
    }
    const keeping = await openLink()
    await keeping.getByRole("checkbox", { name: "Keep them working" }).check()
    await keeping.getByRole("button", { name: "Save and sign in" }).click()
    await keeping.waitForURL("**/list/mine")
    assert.equal(await isAccepted(), true)

    const ending = await openLink()
    await ending.getByRole("button", { name: "Save and sign in" }).click()
    await ending.waitForURL("**/list/mine")
    await ending.getByText("Tokens and apps that acted for you no longer work.").waitFor()
    assert.equal(await isAccepted(), false)
    for (const page of [keeping, ending]) await page.context().close()
  })

  test("cannot be replaced by a link that nobody made", async () => {
    const page = await desk.visitAsStranger()
    for (const fragment of ["", "#made-up"]) {
      await page.goto(`${desk.origin}/sign-in`)
      await page.goto(`${desk.origin}/reset-password${fragment}`)
      await page.getByRole("heading", { name: "This link no longer works" }).waitFor()
      assert.equal(await page.getByLabel("New password").count(), 0)
    }
    await page.context().close()
  })
})

describe("one's own sessions", () => {
  test("are listed, this one marked, and each can be ended from another", async () => {
    const page = await desk.visit("ada")
    const phone = await desk.visitAsStranger({
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Safari/604.1",
    })
    const third = await desk.visitAsStranger({ userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0" })
    for (const other of [phone, third]) {
      await other.goto(`${desk.origin}/sign-in`)
      await signIn(other, desk.ids.emails.ada, password)
      await other.getByRole("heading", { name: "Mine" }).waitFor()
    }
    await page.goto(`${desk.origin}/list/all`)
    await page.getByRole("button", { name: /Account and settings/ }).click()
    await page.getByRole("menuitem", { name: "Where you are signed in" }).click()
    const list = page.getByRole("list", { name: "Browsers in which you are signed in" })
    await list.getByRole("listitem").nth(2).waitFor()
    const current = list.getByRole("listitem").filter({ hasText: "This browser" })
    assert.equal(await current.count(), 1)
    assert.equal(await current.getByRole("button").count(), 0)

    await list.getByRole("button", { name: /^Sign out Safari on iPhone/ }).click()
    await page.getByText("Safari on iPhone is signed out").waitFor()
    await list.getByText("Safari on iPhone").waitFor({ state: "detached" })
    await phone.getByLabel("E-mail address").waitFor()

    assert.equal(new URL(third.url()).pathname, "/list/mine")
    await page.getByRole("button", { name: "Sign out everywhere else" }).click()
    await page.getByText("You are signed in nowhere else.").waitFor()
    await third.getByLabel("E-mail address").waitFor()
    assert.equal(await list.getByRole("listitem").count(), 1)
    await page.getByRole("link", { name: "Back to the inbox" }).click()
    await page.getByRole("heading", { name: "Mine" }).waitFor()
    for (const one of [page, phone, third]) await one.context().close()
  })

  test("end with the password that they were begun with, but for the one that changes it", async () => {
    const page = await desk.visit("ada")
    const other = await desk.visitAsStranger()
    await other.goto(`${desk.origin}/sign-in`)
    await signIn(other, desk.ids.emails.ada, password)
    await other.getByRole("heading", { name: "Mine" }).waitFor()
    await page.goto(`${desk.origin}/account/password`)
    await page.getByLabel("Current password").fill("not this one")
    await page.getByLabel("New password").fill("a wholly different secret")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("This is not your current password.").waitFor()
    await page.getByLabel("Current password").fill(password)
    await page.getByLabel("New password").press("Enter")
    await page.getByText("Your password is changed.").waitFor()
    assert.equal(await page.getByLabel("Current password").inputValue(), "")
    await other.getByLabel("E-mail address").waitFor()
    await signIn(other, desk.ids.emails.ada, password)
    await other.getByText("do not belong together").waitFor()
    await signIn(other, desk.ids.emails.ada, "a wholly different secret")
    await other.waitForURL("**/list/mine")
    for (const one of [page, other]) await one.context().close()
  })
})

describe("preferences", () => {
  test("are saved as they are chosen, and count in all windows at once", async () => {
    const client = await desk.client("ada")
    const page = await desk.visit("ada", { colorScheme: "light" })
    const other = await desk.visit("ada", { colorScheme: "light" })
    const { id, number } = await client.conversations.get(desk.ids.conversations.everyThreadState)
    await other.goto(`${desk.origin}/conversation/${id}/${number}`)
    const threads = other.getByRole("region", { name: "Messages" })
    // All but the draft, which the composer takes.
    await until(async () => (await threads.getByRole("article").count()) === 5)
    const places = () => threads.getByRole("article").evaluateAll((all) => all.map((one) => one.id))
    const oldestFirst = await places()
    const numbers = oldestFirst.map((place) => Number(place.split("-")[1]))
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )

    await page.goto(`${desk.origin}/account`)
    const saved = page.getByText("Saved", { exact: true })
    for (const [group, choice] of [
      ["Appearance", "Dark"],
      ["Order of messages", "Newest on top"],
      ["After sending a reply", "Stay here"],
      ["The button to send", "Closes it"],
      ["Time to take a reply back", "15 seconds"],
    ] as const) {
      const answered = page.waitForResponse((response) => response.request().method() === "PUT")
      await page.getByRole("group", { name: group }).getByText(choice, { exact: true }).click()
      assert.equal((await answered).status(), 204)
      await saved.waitFor()
    }
    assert.deepEqual(await client.users.preferences(), {
      undoSeconds: 15,
      afterSending: "stay",
      statusAfterSending: "closed",
      threadOrder: "newest-first",
      theme: "dark",
      shortcuts: true,
      locale: "auto",
      firstSteps: true,
      mailNotifications: defaultPreferences.mailNotifications,
      notifications: defaultPreferences.notifications,
      quietHours: defaultPreferences.quietHours,
    })
    await other.locator("html[data-scheme=dark]").waitFor()
    await other.locator('section[data-order="newest-first"]').waitFor()
    assert.deepEqual(await places(), oldestFirst.toReversed())

    // Letters do something until somebody does not want it.
    await pressLetter(other, "?")
    await other.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    await other.keyboard.press("Escape")
    const answered = page.waitForResponse((response) => response.request().method() === "PUT")
    await page.getByLabel("Single-letter shortcuts").click()
    assert.equal((await answered).status(), 204)
    assert.equal((await client.users.preferences()).shortcuts, false)
    await page.getByRole("heading", { name: "Preferences" }).click()
    await pressLetter(page, "u")
    await pressLetter(page, "Shift+D")
    await pressLetter(page, "?")
    assert.equal(new URL(page.url()).pathname, "/account")
    assert.equal(await page.getByRole("dialog").count(), 0)
    assert.equal((await client.users.preferences()).theme, "dark")
    await page.keyboard.press("Escape")
    await page.waitForURL("**/list/mine")
    for (const one of [page, other]) await one.context().close()
  })

  test("stay as they were where the desk refuses, which is said", async () => {
    await (await desk.client("ada")).users.setPreferences({ theme: "dark" })
    const page = await desk.visit("ada")
    await page.goto(`${desk.origin}/account`)
    const appearance = page.getByRole("group", { name: "Appearance" })
    await appearance.waitFor()
    await page.route("**/v2/users/me/preferences", (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "{}" }) : route.continue(),
    )
    await appearance.getByText("Light", { exact: true }).click()
    await page.getByText(/^That did not work/).waitFor()
    await page.getByRole("radio", { name: "Dark", checked: true }).waitFor({ state: "attached" })
    await page.context().close()
  })
})

describe("one's own profile", () => {
  test("is edited by everybody, and shows at once where the name stands", async () => {
    const page = await desk.visit("light", looked)
    await page.goto(`${desk.origin}/list/all`)
    await page.getByRole("button", { name: /Account and settings/ }).click()
    await page.getByRole("menuitem", { name: "Profile" }).click()
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor()
    await page.getByLabel("First name").fill("Margaret")
    await page.getByLabel("Last name").fill("Hamilton")
    await page.getByLabel("Job title (optional)").fill("Lead")
    await page.getByLabel("Time zone").fill("Nowhere/Else")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("alert").getByText("Choose a time zone from the list").waitFor()
    await page.getByLabel("Time zone").fill("Asia/Tokyo")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Your profile is saved").waitFor()
    await page.getByText("Not saved yet").waitFor({ state: "detached" })
    const client = await desk.client("light")
    const me = await client.users.me()
    assert.deepEqual(
      [me.firstName, me.lastName, me.jobTitle, me.timezone],
      ["Margaret", "Hamilton", "Lead", "Asia/Tokyo"],
    )
    const answered = page.waitForResponse((response) => response.request().method() === "PUT")
    await page.getByLabel("Dates and numbers").selectOption("de-DE")
    assert.equal((await answered).status(), 204)
    assert.equal((await client.users.preferences()).locale, "de-DE")
    await page.getByText("12.345,6").waitFor()
    await assertSound(page, "the profile")
    await page.emulateMedia({ colorScheme: "dark" })
    await page.setViewportSize({ width: 360, height: 800 })
    await assertSound(page, "the profile, narrow and dark")
    await page.getByRole("link", { name: "Back to the inbox" }).click()
    await page.getByRole("button", { name: "Open navigation" }).click()
    await page.getByRole("button", { name: /Margaret Hamilton/ }).waitFor()
    await page.context().close()
  })

  test("has an address that only the password changes", async () => {
    const page = await desk.visitAsStranger()
    const { email } = await (await desk.client("light")).users.me()
    const secret = (await desk.run(["password", "--keep-tokens", "--user", email ?? ""])).trim()
    await page.goto(`${desk.origin}/sign-in`)
    await signIn(page, email ?? "", secret)
    await page.getByLabel("One-time password").fill(secret)
    await page.getByLabel("New password").fill(password)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/list/mine")
    await page.goto(`${desk.origin}/account/profile`)
    const own = page.getByRole("region", { name: "E-mail address" })
    await own.getByLabel("New e-mail address").fill(desk.ids.emails.grace)
    await own.getByLabel("Current password").fill("not this one")
    await page.keyboard.press("Enter")
    await own.getByRole("alert").getByText("This is not your current password.").waitFor()
    await own.getByLabel("Current password").fill(password)
    await page.keyboard.press("Enter")
    await own.getByRole("alert").getByText("New e-mail address is already used by another user.").waitFor()
    await own.getByLabel("New e-mail address").fill("margaret@example.com")
    await page.keyboard.press("Enter")
    await page.getByText("You now sign in with margaret@example.com").waitFor()
    await own.getByText("You sign in with margaret@example.com.").waitFor()
    const again = await desk.visitAsStranger()
    await again.goto(`${desk.origin}/sign-in`)
    await signIn(again, "margaret@example.com", password)
    await again.waitForURL("**/list/mine")
    for (const one of [page, again]) await one.context().close()
  })
})

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { CDPSession, Page } from "playwright-core"
import { until } from "../until.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"

let desk: WebDesk
let page: Page

before(async () => {
  desk = await openWebDesk({}, { notifications: true })
  page = await desk.visit("ada", { permissions: ["notifications"], serviceWorkers: "allow" })
})
after(() => desk?.finish(/Push API in incognito mode/))

test("are offered in the preferences, and say what is wrong where their service is away", async () => {
  await page.goto(`${desk.origin}/account/notifications`)
  const choice = page.getByRole("checkbox", { name: "Notify me in this browser" })
  await choice.click()
  // The browsers of tests reach no service.
  await page.getByText(/^That did not work/).waitFor()
  assert.equal(await choice.isChecked(), false)
  await page.evaluate("navigator.serviceWorker.ready")
})

test("show why they come and lead to the conversation, in the window that is open", async () => {
  const devtools = await page.context().newCDPSession(page)
  const id = desk.ids.conversations.withAttachments
  const notice = {
    reason: "mentioned",
    conversationId: id,
    number: 7,
    subject: "Teapot",
    customer: "Ann",
    preview: "!",
  }
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent("serviceworker"))
  const shown = async () =>
    (await worker.evaluate(
      "registration.getNotifications().then((all) => all.map(({ title, body, data }) => ({ title, body, data })))",
    )) as object[]
  const registrationId = await registered(devtools)
  const data = JSON.stringify(notice)
  // While a window of the desk has the focus, nothing is shown. The browser drops the page that was left a moment later.
  await page.goto("about:blank")
  const countPages = "clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) => all.length)"
  await until(async () => (await worker.evaluate(countPages)) === 0)
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: desk.origin, registrationId, data })
  const found = await until(async () => {
    const all = await shown()
    return all.length > 0 && all
  })
  assert.deepEqual(found, [{ title: "You were mentioned: Teapot", body: "#7 !", data: `/conversation/${id}/7` }])
  // What the worker says when it is pressed.
  await page.goto(`${desk.origin}/account`)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await worker.evaluate(`clients.matchAll({ type: "window", includeUncontrolled: true })
    .then(([page]) => page.postMessage({ open: "/conversation/${id}/7" }))`)
  await page.waitForURL(`**/conversation/${id}/7`)
})

async function registered(devtools: CDPSession): Promise<string> {
  const told = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send("ServiceWorker.enable")
  return told
}

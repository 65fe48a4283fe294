import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Browser, Page } from "playwright-core"
import type { Desk } from "../desks/desk.ts"
import { pageScript } from "./browser-page.ts"

/** A person who works in a browser. */
export interface Agent {
  origin: string
  cookie: string
}

const email = "agent@bench.example"
const password = "a long password for the bench"

/** Adds an administrator, who sees every inbox, and signs them in. */
export async function signInAgent(client: DeskhandClient, desk: Desk, origin: string): Promise<Agent> {
  await client.users.create({ firstName: "Ada", lastName: "Bench", email, role: "admin", sendInvite: false })
  const oneTime = await desk.password(email)
  const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" }
  const answer = await fetch(`${origin}/session`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password: oneTime }),
  })
  const cookie = /desk_session=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1]
  if (cookie === undefined) throw new Error(`Signing in was answered with ${answer.status}`)
  const changed = await fetch(`${origin}/session/password`, {
    method: "PUT",
    headers: { ...headers, Cookie: `desk_session=${cookie}` },
    body: JSON.stringify({ currentPassword: oneTime, newPassword: password }),
  })
  if (!changed.ok) throw new Error(`Choosing a password was answered with ${changed.status}`)
  return { origin, cookie }
}

/** A window with an empty cache, in which the list of all open conversations is painted. */
export async function openAgentWindow(browser: Browser, { origin, cookie }: Agent): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: "desk_session", value: cookie, url: origin }])
  await context.addInitScript(pageScript)
  const page = await context.newPage()
  await page.goto(`${origin}/list/all`)
  await page.evaluate("bench.firstRows")
  return page
}

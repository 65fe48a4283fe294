import assert from "node:assert/strict"
import { join } from "node:path"
import { DeskhandClient } from "@deskhand/sdk/client"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { cloneVisitedDesk, password, printedBy, signIn } from "../prepared.ts"
import { removeFolder, startDesk, temporaryFolder } from "../processes.ts"
import { patienceMs } from "../until.ts"
import { type BrowserNeeds, sharedChromium } from "./chromium.ts"

export { password }

/** A desk of its own with the interface scenario, and a browser to look at it. */
export interface WebDesk {
  origin: string
  /** As it was printed at the first start. */
  owner: { email: string; password: string }
  /** Everything of the scenario by readable names, as the command prints it. */
  // biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
  ids: any
  client(name: string): Promise<DeskhandClient>
  /** What a command of the desk prints. */
  run(args: string[]): Promise<string>
  /** Somebody of the scenario, signed in, in a window of their own. */
  visit(name: string, options?: BrowserContextOptions): Promise<Page>
  /** A window in which nobody is signed in. */
  visitAsStranger(options?: BrowserContextOptions): Promise<Page>
  /** What windows have complained about so far, such as what a policy refused. */
  complaints: string[]
  stopServer(): Promise<void>
  startServer(): Promise<void>
  /** Fails where a window has complained of anything but what is expected. */
  finish(expected?: RegExp): Promise<void>
  close(): Promise<void>
}

export async function openWebDesk(settings: Record<string, string> = {}, needs: BrowserNeeds = {}): Promise<WebDesk> {
  const folder = await temporaryFolder()
  const dataDir = join(folder, "data")
  const { owner, ids, tokens, sessions, environment: own, drop } = await cloneVisitedDesk(dataDir)
  const environment = { ...own, ...settings }
  const browser = await sharedChromium(needs)
  let started = await startDesk(environment)
  const { origin } = started
  const run = (args: string[]) => printedBy(args, environment)
  const cookies = new Map(Object.entries(sessions))
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  const open = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    // Animations of placeholders and toasts redraw the window all the time, which is half of the work of a page load.
    const context = await browser.newContext({ reducedMotion: "reduce", ...options })
    contexts.push(context)
    return context
  }
  const watch = async (context: BrowserContext): Promise<Page> => {
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error" && !isHarmless(message.text())) complaints.push(message.text())
    })
    return page
  }
  const close = async () => {
    await Promise.all(contexts.map((context) => context.close()))
    await started.stop()
    await drop()
    await removeFolder(folder)
  }
  return {
    origin,
    owner,
    ids,
    complaints,
    run,
    async client(name) {
      const token = tokens[name] ?? (await run(["token", "--user", ids.emails[name]]))
      return new DeskhandClient({ baseUrl: origin, token: token.trim() })
    },
    async visit(name, options = {}) {
      const email = ids.emails[name]
      const value =
        cookies.get(name) ??
        (await signIn(origin, email, (await run(["password", "--keep-tokens", "--user", email])).trim()))
      cookies.set(name, value)
      const context = await open({ viewport: { width: 1440, height: 900 }, ...options })
      await context.addCookies([{ name: "desk_session", value, url: origin }])
      return watch(context)
    },
    visitAsStranger: async (options = {}) => watch(await open(options)),
    async stopServer() {
      await started.stop()
    },
    async startServer() {
      started = await startDesk({ ...environment, PORT: new URL(origin).port })
    },
    async finish(expected) {
      try {
        assert.deepEqual(
          complaints.filter((complaint) => !expected?.test(complaint)),
          [],
        )
      } finally {
        await close()
      }
    },
    close,
  }
}

/** A refused request is told to people by the page itself, and to stop scripts (a test's own clock, too) is what frames of messages are for. */
function isHarmless(message: string): boolean {
  return /^Failed to load resource|^Blocked script execution in/.test(message)
}

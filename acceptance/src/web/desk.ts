import assert from "node:assert/strict"
import { join } from "node:path"
import { defaultPreferences } from "@deskhand/contract/people/preferences"
import { DeskhandClient } from "@deskhand/sdk/client"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { printedByHost, startHostedDesk, stopHostedDesk } from "../desk-host.ts"
import { cloneVisitedDesk, password, signIn } from "../prepared.ts"
import { removeFolder, temporaryFolder } from "../processes.ts"
import { patienceMs } from "../until.ts"
import { type BrowserNeeds, sharedChromium } from "./chromium.ts"

export { password }

/** A desk with the interface scenario, and a browser to look at it. */
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
  /** Fails where a window has complained of anything but what is expected. */
  finish(expected?: RegExp): Promise<void>
  close(): Promise<void>
}

/** One that no other test file uses. */
export interface OwnWebDesk extends WebDesk {
  stopServer(): Promise<void>
  startServer(): Promise<void>
}

export async function openWebDesk(
  settings: Record<string, string> = {},
  needs: BrowserNeeds = {},
): Promise<OwnWebDesk> {
  const server = await startServer(settings)
  const windows = await openWindows(server, needs)
  const close = async () => {
    await windows.close()
    await server.remove()
  }
  return {
    ...windows,
    stopServer: server.stop,
    startServer: server.start,
    finish: (expected) => windows.finish(expected).finally(server.remove),
    close,
  }
}

/** How long toasts are shown, by `web/src/data/toasts.ts`. */
const toastMs = 6_000
/** Toasts stay in tests: a busy machine may need longer than they are shown to read one or to press its Undo. */
const keepToasts = `{
  const set = window.setTimeout
  window.setTimeout = (work, ms, ...rest) => set(work, ms === ${toastMs} ? ${patienceMs} : ms, ...rest)
}`

/** Lists show what changed last first, unless a test or its user chooses otherwise: rows of a test stand within sight then. */
function newestFirst(ids: { inboxes: Record<string, number> }): string {
  const lists = [
    "mine",
    "unassigned",
    "all",
    "mentions",
    "attention",
    ...Object.values(ids.inboxes).map((id) => `inbox-${id}`),
  ]
  const sorts = Object.fromEntries(lists.map((list) => [list, "newest"]))
  // Frames of messages have no storage.
  return `try { localStorage.getItem("deskhand.sorts") ?? localStorage.setItem("deskhand.sorts", ${JSON.stringify(JSON.stringify(sorts))}) } catch {}`
}

let shared: Promise<Server> | undefined

/**
 * A desk that the test files of a process share. For tests that bring their own conversations, rely on nothing that a
 * list holds as a whole, and change nothing for others but Ada's and Grace's preferences. It ends with the process.
 */
export async function shareWebDesk(): Promise<WebDesk> {
  shared ??= startServer({ OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: "1024-65535" })
  const desk = await openWindows(await shared, {})
  for (const name of ["ada", "grace"]) await (await desk.client(name)).users.setPreferences(defaultPreferences)
  return desk
}

/** A running desk on a database of its own. */
async function startServer(settings: Record<string, string>) {
  const folder = await temporaryFolder()
  const { owner, ids, tokens, sessions, environment: own, drop } = await cloneVisitedDesk(join(folder, "data"))
  // The desks of all lanes share the 100 connections of one PostgreSQL.
  const environment = { ...own, DATABASE_POOL: "5", ...settings }
  const origin = await startHostedDesk(environment)
  return {
    origin,
    owner,
    ids,
    tokens,
    cookies: new Map(Object.entries(sessions)),
    run: (args: string[]) => printedByHost(args, environment),
    stop: () => stopHostedDesk(origin),
    async start() {
      await startHostedDesk({ ...environment, PORT: new URL(origin).port })
    },
    async remove() {
      await stopHostedDesk(origin)
      await drop()
      await removeFolder(folder)
    },
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

async function openWindows(server: Server, needs: BrowserNeeds): Promise<WebDesk> {
  const { origin, owner, ids, tokens, cookies, run } = server
  const browser = await sharedChromium(needs)
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  const open = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    // The worker keeps a copy of all that is shown, which only tests of it need.
    // Animations of placeholders and toasts redraw the window all the time, which is half of the work of a page load.
    const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...options })
    await context.addInitScript(keepToasts)
    await context.addInitScript(newestFirst(ids))
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

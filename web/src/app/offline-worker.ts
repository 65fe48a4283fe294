/**
 * Keeps what a user was shown readable without a network: the application, their lists and the conversations they opened.
 * Every answer comes from the network while there is one. Data are kept apart for each user; signing in or out, a session
 * that ended, or another user's session deletes them.
 */

/** Read by the page, which says so to people. */
const loadedAtHeader = "x-loaded-at"
const shellName = "deskhand-shell"
const userPrefix = "deskhand-user-"
const mostShellFiles = 200
const mostAnswers = 300

const worker = globalThis as unknown as {
  location: Location
  addEventListener(name: string, listener: (event: WorkerEvent) => void): void
}

interface WorkerEvent extends Event {
  readonly request: Request
  readonly data: unknown
  waitUntil(work: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
}

/** Everything of the API that lists, conversations and the details beside them are drawn from. */
const data = new RegExp(
  `^(/session(/setup)?|/v2/(${[
    "account",
    "conversations(/\\d+(/threads|/mail)?)?",
    "customer-properties",
    "customers/\\d+",
    "mailboxes(/\\d+(/folders|/fields)?)?",
    "organizations/\\d+",
    "tags",
    "teams(/\\d+/members)?",
    "users(/me(/preferences)?|/\\d+/status)?",
    "views",
  ].join("|")}))$`,
)

/** Addresses of the desk that are no pages of the application. */
const notPages = /^\/(v2|v3|docs|errors|session|oauth2|health|metrics|images)(\/|$)/

/** Names of these change with their contents. */
const isAsset = (path: string) => path.startsWith("/assets/")
const isShell = (path: string) =>
  isAsset(path) || /^\/(message(-with-images)?|icon[^/]*|manifest\.webmanifest)$/.test(path)

export function serveOffline(): void {
  worker.addEventListener("fetch", (event) => {
    const answer = answerTo(event)
    if (answer !== undefined) event.respondWith(answer)
  })
  worker.addEventListener("message", (event) => {
    const { keep } = (event.data ?? {}) as { keep?: string[] }
    if (keep) event.waitUntil(keepShown(keep))
  })
}

function answerTo(event: WorkerEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return undefined
  if (request.method !== "GET") return /^\/session(\/|$)/.test(pathname) ? changeSession(request) : undefined
  if (isAsset(pathname)) return answerAsset(event)
  if (isShell(pathname)) return answerShell(event, request.url)
  if (request.mode === "navigate") return notPages.test(pathname) ? undefined : answerShell(event, "/")
  return data.test(pathname) ? answerData(event) : undefined
}

/** Whoever signs in or out takes nothing over from the user before. */
async function changeSession(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (response.ok) await deleteData()
  return response
}

async function answerAsset(event: WorkerEvent): Promise<Response> {
  const shell = await caches.open(shellName)
  const kept = await shell.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok)
    event.waitUntil(putLast(shell, event.request.url, { response: response.clone(), most: mostShellFiles }))
  return response
}

/** A page is the same at every address. */
async function answerShell(event: WorkerEvent, key: string): Promise<Response> {
  const shell = await caches.open(shellName)
  try {
    const response = await fetch(event.request)
    if (response.ok) event.waitUntil(putLast(shell, key, { response: response.clone(), most: mostShellFiles }))
    return response
  } catch (error) {
    const kept = await shell.match(key, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

async function answerData(event: WorkerEvent): Promise<Response> {
  const { url } = event.request
  const since = generation
  try {
    const response = await fetch(event.request)
    if (response.status === 401) await deleteData()
    else if (response.ok) event.waitUntil(storeData(url, { response: response.clone(), since }))
    return response
  } catch (error) {
    const kept = await findData(url)
    if (kept) return kept
    throw error
  }
}

/** Rises whenever data are deleted: an answer to a request from before that is not stored any more. */
let generation = 0
/** One change after the other, so that nothing is stored while it is deleted. */
let changes: Promise<unknown> = Promise.resolve()

function change<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = changes.then(work)
  changes = done.catch(() => {})
  return done
}

interface Answer {
  response: Response
  /** The generation in which it was requested. */
  since: number
}

function storeData(url: string, { response, since }: Answer): Promise<void> {
  return change(async () => {
    if (since !== generation) return
    const name = new URL(url).pathname === "/session" ? await nameOfUser(response.clone()) : await currentName()
    if (name === undefined) return
    const headers = new Headers(response.headers)
    headers.set(loadedAtHeader, new Date().toISOString())
    const dated = new Response(await response.blob(), { status: response.status, headers })
    await putLast(await caches.open(name), url, { response: dated, most: mostAnswers })
  })
}

/** Deletes what belongs to other users. */
async function nameOfUser(session: Response): Promise<string> {
  const { user } = (await session.json()) as { user: { id: number } }
  const name = userPrefix + user.id
  for (const other of await dataNames()) if (other !== name) await caches.delete(other)
  return name
}

/** Of the user whose session was read last; nothing is stored before one was. */
async function currentName(): Promise<string | undefined> {
  return (await dataNames())[0]
}

async function dataNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(userPrefix))
}

async function findData(url: string): Promise<Response | undefined> {
  const name = await currentName()
  return name === undefined ? undefined : (await caches.open(name)).match(url, { ignoreVary: true })
}

function deleteData(): Promise<void> {
  generation++
  return change(async () => {
    for (const name of await dataNames()) await caches.delete(name)
  })
}

/** At the end of a cache, whose first entries are the oldest. */
async function putLast(
  cache: Cache,
  key: string,
  { response, most }: { response: Response; most: number },
): Promise<void> {
  await cache.delete(key, { ignoreVary: true })
  await cache.put(key, response)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old, { ignoreVary: true })
}

/** What a page had read before this worker was there. The session comes first, because it says whose the rest is. */
async function keepShown(urls: string[]): Promise<void> {
  const since = generation
  const all = [...new Set(urls)].map((url) => new URL(url, worker.location.origin))
  const own = all.filter(({ origin }) => origin === worker.location.origin)
  const session = new URL("/session", worker.location.origin)
  const shown = own.filter(({ pathname }) => data.test(pathname) && pathname !== session.pathname)
  const answer = await fetch(session)
  if (answer.ok) await storeData(session.href, { response: answer, since })
  for (const { href } of answer.ok ? shown : []) {
    const response = await fetch(href)
    if (response.ok) await storeData(href, { response, since })
  }
  const shell = await caches.open(shellName)
  for (const key of ["/", "/message", ...own.filter(({ pathname }) => isShell(pathname)).map(({ href }) => href)]) {
    if (await shell.match(key, { ignoreVary: true })) continue
    const response = await fetch(key)
    if (response.ok) await putLast(shell, key, { response, most: mostShellFiles })
  }
}

import type { FastifyBaseLogger } from "fastify"
import type { ImapFlow } from "imapflow"
import type PQueue from "p-queue"
import { DeskError } from "../../errors.ts"
import type { Desk } from "../../http/route.ts"
import { MailFailure } from "../connections/failure.ts"
import { type ImapLimits, imapFailure, imapLimits, openImap } from "./client.ts"
import { within } from "./contents.ts"
import { type Claimed, ClaimLost } from "./leases.ts"
import { settleFailure, settlePause, settleWorking } from "./settle.ts"
import { syncFolder } from "./sync.ts"

export interface FetcherLimits extends ImapLimits {
  /** How often a node looks for connections that are due. */
  lookMs: number
  /** How often a folder is looked at where the server does not tell of news. */
  pollMs: number
  /** And where it does, in case that it does not. */
  idleMs: number
}

export const fetcherLimits: FetcherLimits = { ...imapLimits, lookMs: 2_000, pollMs: 60_000, idleMs: 300_000 }

export interface Fetch {
  desk: Desk
  connection: Claimed
  /** Batches of all connections of this node. */
  batches: PQueue
  limits: FetcherLimits
  log: FastifyBaseLogger
  signal: AbortSignal
}

/** Fetches for one connection until it fails, is stopped, or is another's. Never throws. */
export async function fetchMail(fetch: Fetch): Promise<void> {
  const { connection, signal, log } = fetch
  try {
    await follow(fetch)
  } catch (error) {
    if (error instanceof ClaimLost || signal.aborted) return
    await settle(fetch, error).catch((unsettled: unknown) => {
      // Its claim ends by itself, and then it is tried again.
      log.warn({ err: unsettled, connection: connection.id }, "how a mail connection fails could not be noted")
    })
  }
}

async function follow({ desk, connection, batches, limits, signal }: Fetch): Promise<void> {
  const { host, folder } = connection
  const client = await openImap(desk, connection, { signal, limits })
  const stop = () => client.close()
  signal.addEventListener("abort", stop)
  try {
    signal.throwIfAborted()
    const onProgress = () => settleWorking(desk.db, connection, desk.now())
    const mailbox = await open(client, folder)
    let hasNews = false
    // A server tells of a message once, and may do so with any answer.
    client.on("exists", () => {
      hasNews = true
    })
    for (;;) {
      hasNews = false
      await syncFolder({ desk, client, connection, mailbox, batches, signal, onProgress })
      await onProgress()
      if (!hasNews) await news(client, limits, signal)
      await within(client, client.noop())
    }
  } catch (error) {
    throw isOurs(error) || error instanceof ClaimLost ? error : imapFailure(error, { host, connected: true })
  } finally {
    signal.removeEventListener("abort", stop)
    client.close()
  }
}

async function open(client: ImapFlow, folder: string) {
  return within(client, client.mailboxOpen(folder)).catch((error: Error & { responseStatus?: string }) => {
    if (error.responseStatus !== "NO") throw error
    throw new MailFailure("folder", `There is no folder ${folder}, or it may not be opened`, { lasting: true })
  })
}

/** The database or the store is not there: nothing is wrong with the connection. */
function isOurs(error: unknown): boolean {
  return error instanceof DeskError
}

async function settle({ desk, connection, log }: Fetch, error: unknown): Promise<void> {
  if (isOurs(error)) {
    log.warn({ err: error, connection: connection.id }, "mail cannot be kept at the moment")
    await settlePause(desk.db, connection, desk.now())
    return
  }
  const failure =
    error instanceof MailFailure ? error : new MailFailure("connect", "Fetching was broken off by a fault of the desk")
  if (failure !== error) log.error({ err: error, connection: connection.id }, "fetching mail failed")
  await settleFailure(desk.db, connection, { failure, now: desk.now() })
}

/** Waits until the server tells of something new, or it is time to ask. */
async function news(client: ImapFlow, { pollMs, idleMs }: FetcherLimits, signal: AbortSignal): Promise<void> {
  const tells = client.capabilities.has("IDLE")
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, tells ? idleMs : pollMs)
    function end() {
      clearTimeout(timer)
      client.off("exists", end)
      client.off("close", end)
      signal.removeEventListener("abort", end)
      resolve()
    }
    client.on("exists", end)
    client.on("close", end)
    signal.addEventListener("abort", end)
    if (signal.aborted || !client.usable) end()
    // It goes on until the next command ends it.
    else if (tells) client.idle().catch(() => {})
  })
  signal.throwIfAborted()
}

import type { ImapFlow } from "imapflow"

/** It was there when it was looked for, and somebody has removed it since. */
export class Vanished extends Error {}

/** How much is asked for at once, and so held in memory. */
const windowBytes = 2 ** 20

/** Every command ends by then. */
const commandMs = 60_000

/** More than any answer has that is no message: the numbers of half a million of them. */
const mostAnswered = 4 * 2 ** 20

/**
 * Waits for the answer to a command, but neither for ever nor for whatever else a server sends meanwhile: the
 * connection is given up then.
 */
export async function within<Result>(
  client: ImapFlow,
  command: Promise<Result>,
  mostBytes = mostAnswered,
): Promise<Result> {
  const begun = performance.now()
  const { received } = client.stats()
  const timer = setInterval(() => {
    if (performance.now() - begun > commandMs || client.stats().received - received > mostBytes) client.close()
  }, 100)
  try {
    return await command
  } finally {
    clearInterval(timer)
  }
}

/**
 * The bytes of a message. Servers are not exact about sizes: it has ended where they have no more of it, and not where
 * less has come than they said.
 */
export async function* contentsOf(
  client: ImapFlow,
  { uid, sizeBytes }: { uid: number; sizeBytes: number },
): AsyncGenerator<Uint8Array> {
  for (let start = 0; ; ) {
    const chunk = await windowOf(client, uid, { start, maxLength: windowBytes })
    if (chunk.length === 0) return
    yield chunk
    start += chunk.length
    // Some send all of it, however much was asked for.
    if (chunk.length !== windowBytes && start >= sizeBytes) return
  }
}

/** The beginning of what is too large to be taken: its headers, as far as they stand in it. */
export async function headOf(client: ImapFlow, uid: number): Promise<Buffer> {
  const beginning = await windowOf(client, uid, { start: 0, maxLength: 65_536 })
  const end = beginning.indexOf("\r\n\r\n")
  return end < 0 ? beginning.subarray(0, 65_536) : beginning.subarray(0, end + 4)
}

/** As far as the configuration goes; what counts is checked where it is written. */
const longestMessage = 2 ** 28

async function windowOf(client: ImapFlow, uid: number, source: { start: number; maxLength: number }): Promise<Buffer> {
  const asked = client.fetchOne(String(uid), { uid: true, source }, { uid: true })
  const found = await within(client, asked, mostAnswered + longestMessage)
  if (!found) {
    await confirmGone(client, uid)
    throw new Vanished()
  }
  return found.source ?? Buffer.alloc(0)
}

/** On a line that has ended, nothing is found either: only what the server itself says it does not have is gone. */
export async function confirmGone(client: ImapFlow, uid: number): Promise<void> {
  const there = await search(client, { uid: String(uid) })
  if (there.includes(uid)) throw new Error(`The server has message ${uid} and does not give it`)
}

/** The numbers of those that are there, in their order. */
export async function search(client: ImapFlow, query: { uid: string; since?: Date }): Promise<number[]> {
  const found = await within(client, client.search(query, { uid: true }))
  if (!Array.isArray(found)) throw new Error("The server did not say what it has")
  return found.sort((one, other) => one - other)
}

import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { refusal } from "../../errors.ts"
import { readPassword, superuser } from "./cluster.ts"
import { ignoring, makeFolder } from "./files.ts"
import { changeUsers, inTurn } from "./hold.ts"
import { findPlace } from "./place.ts"
import { findPostmaster, pollMs, startLimitMs, startOrJoin, stopPostmaster } from "./postmaster.ts"
import { thisProcess } from "./processes.ts"
import { asRefusal } from "./refusals.ts"
import { supervise } from "./supervise.ts"

export interface EmbeddedPostgres {
  url: string
  /** False when one that was already running is used. */
  started: boolean
  stop(): Promise<void>
}

const database = "deskhand"

/**
 * Starts the PostgreSQL under the data folder, or joins the one that runs there already.
 * The owner, which has claimed the folder, starts it again whenever it dies, and stops it whoever else uses it;
 * of all others the last one to leave does.
 */
export async function openEmbedded(
  dataDir: string,
  say: (line: string) => void,
  { owner }: { owner: boolean },
): Promise<EmbeddedPostgres> {
  try {
    const folder = await makeFolder(dataDir)
    const user = `${thisProcess()} ${randomUUID()}`
    const { place, port, url, started } = await inTurn(folder, say, async () => {
      const place = await findPlace(folder)
      const password = await readPassword(place)
      const { started, pid, port, socketFolder } = await startOrJoin(place, say)
      try {
        // A trip by the socket takes a quarter less time than by TCP.
        const host = socketFolder === "" ? "127.0.0.1" : encodeURIComponent(socketFolder)
        const url = `postgres://${superuser}:${password}@${host}:${port}/${database}`
        await makeDatabase(url)
        await changeUsers(folder, (users) => [...users, user])
        return { place, port, url, started }
      } catch (error) {
        if (started) await stopPostmaster(pid)
        throw error
      }
    })

    const supervision = owner ? supervise(place, port, say) : undefined
    const leave = async () => {
      supervision?.end()
      await inTurn(folder, say, async () => {
        const others = await changeUsers(folder, (users) => users.filter((other) => other !== user))
        const running = await findPostmaster(place.cluster)
        if (running && (owner || others.length === 0)) await stopPostmaster(running.pid)
      })
    }
    let left: Promise<void> | undefined
    return {
      url,
      started,
      stop() {
        left ??= leave()
        return left
      },
    }
  } catch (error) {
    throw asRefusal(error, dataDir)
  }
}

/** Makes no data folder where there is none. */
export async function isEmbeddedRunning(dataDir: string): Promise<boolean> {
  const folder = await fs.realpath(dataDir).catch(ignoring("ENOENT"))
  if (folder === undefined) return false
  return (await findPostmaster((await findPlace(folder)).cluster)) !== undefined
}

async function makeDatabase(url: string): Promise<void> {
  const begun = Date.now()
  for (;;) {
    try {
      return await connectAndEnd(url)
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException
      // PostgreSQL restarts itself after one of its processes was killed, and takes no connections meanwhile.
      const restarts =
        ["57P03", "ECONNREFUSED", "ECONNRESET", "ENOENT"].includes(code) && Date.now() - begun < startLimitMs
      if (restarts) await pause(pollMs)
      else if (code === "3D000") await connectAndEnd(url.replace(/[^/]*$/, "postgres"), `create database ${database}`)
      else if (code === "28P01") throw refusal("PostgreSQL does not take the password in postgres-password.", error)
      else throw error
    }
  }
}

async function connectAndEnd(url: string, sql?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks while it is open also rejects the call in progress.
  client.on("error", () => {})
  try {
    await client.connect()
    if (sql) await client.query(sql)
  } finally {
    await client.end().catch(() => {})
  }
}

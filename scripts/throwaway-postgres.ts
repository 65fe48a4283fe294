import { accessSync, constants, statfsSync } from "node:fs"
import * as fs from "node:fs/promises"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"
import { openDatabase, raw } from "../server/src/db/db.ts"
import { openEmbedded } from "../server/src/db/embedded/embedded.ts"

export interface ThrowawayPostgres {
  /** Of its database `postgres`. */
  url: string
  folder: string
  remove(): Promise<void>
}

/** A PostgreSQL in a temporary folder, fast because nothing in it must survive a crash. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const folder = await makeTemporaryFolder()
  const removeFolder = () => fs.rm(folder, { recursive: true, force: true, maxRetries: 20 })
  try {
    const embedded = await openEmbedded(folder, () => {}, { owner: false })
    await makeFast(embedded.url)
    return {
      url: embedded.url.replace(/[^/]*$/, "postgres"),
      folder,
      async remove() {
        await embedded.stop()
        await removeFolder()
      },
    }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** A file system in memory, where Linux has one. Databases are cloned there four times as fast, however slow the disk is. */
const sharedMemory = "/dev/shm"
/** The files of a run were below 1 GB whenever looked at; its processes need the rest. */
const leastFreeBytes = 8 * 2 ** 30

/** Read once: the tests are given a temporary folder of their own. */
const home = process.env["TMPDIR"] === undefined && hasRoomInMemory() ? sharedMemory : tmpdir()

function hasRoomInMemory(): boolean {
  try {
    accessSync(sharedMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(sharedMemory)
    return Math.min(bavail * bsize, freemem()) >= leastFreeBytes
  } catch {
    return false
  }
}

/** Also the user that PostgreSQL runs as may enter it. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await fs.mkdtemp(join(home, "deskhand-test-"))
  await fs.chmod(folder, 0o711)
  return folder
}

/** Nothing is kept, and nothing tidied up: a database lives for seconds. That halves the time to clone one. */
const settings = ["fsync", "synchronous_commit", "full_page_writes", "autovacuum", "wal_init_zero", "wal_recycle"]

async function makeFast(url: string): Promise<void> {
  const db = openDatabase({ url, connections: 1, prepared: false, statementTimeoutMs: 0 })
  try {
    for (const setting of settings) await db.run(raw(`alter system set ${setting} = off`))
    await db.run(raw("select pg_reload_conf()"))
  } finally {
    await db.close()
  }
}

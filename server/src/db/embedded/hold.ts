import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { refusal } from "../../errors.ts"
import { ignoring, makeFolder, readIfThere, replaceFile } from "./files.ts"
import { isAlive, thisProcess } from "./processes.ts"
import { asRefusal } from "./refusals.ts"

/** Makes this process the only desk on the folder, until it releases it or dies. */
export async function claimDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  try {
    const folder = await makeFolder(dataDir)
    const patienceEnds = Date.now() + claimPatienceMs
    for (;;) {
      const hold = await tryHold(join(folder, "desk.pid"))
      if ("release" in hold) return hold
      if (Date.now() > patienceEnds)
        throw refusal(
          `Another desk (process ${hold.heldBy}) runs on the data folder ${folder}: stop that one, or set DATA_DIR to another folder.`,
        )
      await pause(5 * pollMs)
    }
  } catch (error) {
    throw asRefusal(error, dataDir)
  }
}

/** A desk whose launcher was killed needs a moment to stop by itself before the next one may start. */
const claimPatienceMs = 3_000
const pollMs = 10

/** One process at a time starts, joins or leaves PostgreSQL; each takes milliseconds, the first start a second. */
export async function inTurn<Result>(folder: string, say: (line: string) => void, work: () => Promise<Result>) {
  const worthAWordAt = Date.now() + 1_000
  let said = false
  for (;;) {
    const hold = await tryHold(join(folder, "postgres.lock"))
    if ("release" in hold) {
      try {
        return await work()
      } finally {
        await hold.release()
      }
    }
    if (!said && Date.now() > worthAWordAt) {
      say(`Waiting for process ${hold.heldBy}, which is starting or stopping PostgreSQL …`)
      said = true
    }
    await pause(pollMs)
  }
}

/**
 * Creates a file that names this process, unless a live process is named there already.
 * A dead one's file is removed under a further hold, or two who both find it could each remove the other's.
 */
async function tryHold(path: string): Promise<{ release(): Promise<void> } | { heldBy: number }> {
  const draft = `${path}.${randomUUID()}`
  await fs.writeFile(draft, `${thisProcess()}\n`)
  try {
    for (;;) {
      // Unlike an exclusive open, a link shows the file to others only with its content.
      const taken = await fs.link(draft, path).then(
        () => true,
        (error) => ignoring("EEXIST")(error) ?? false,
      )
      if (taken) return { release: () => fs.rm(path, { force: true }) }
      const holder = await readIfThere(path)
      if (holder === undefined) continue
      if (isAlive(holder)) return { heldBy: Number.parseInt(holder, 10) }
      const removal = await tryHold(`${path}.stale`)
      if (!("release" in removal)) await pause(pollMs)
      else {
        if ((await readIfThere(path)) === holder) await fs.rm(path)
        await removal.release()
      }
    }
  } finally {
    await fs.rm(draft, { force: true })
  }
}

/** Who uses PostgreSQL at the moment, one line each; only the live ones are kept. Called in turn. */
export async function changeUsers(folder: string, change: (users: string[]) => string[]): Promise<string[]> {
  const path = join(folder, "postgres-users")
  const users = change(((await readIfThere(path)) ?? "").split("\n").filter(isAlive))
  await replaceFile(path, users.map((user) => `${user}\n`).join(""))
  return users
}

/**
 * Runs in a mount namespace of its own, with a folder for a small disk as its argument. Prints what the desk answers
 * while that disk has space, while it is full, and when it has space again, as JSON.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { codeOf, openDatabase, sql } from "../../src/db/db.ts"
import { openEmbedded } from "../../src/db/embedded/embedded.ts"
import { migrate } from "../../src/db/migrate.ts"
import { openDiskFiles } from "../../src/files/disk.ts"
import { startTestServer } from "../desk/http.ts"
import { patientLimits, until } from "../until.ts"

const folder = process.argv[2] as string
execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m,mode=711", "tmpfs", folder])
const postgres = await openEmbedded(join(folder, "data"), () => {}, { owner: false })
const db = openDatabase({ url: postgres.url, connections: 4, prepared: false, ...patientLimits })
await migrate(db)
const files = openDiskFiles(join(folder, "files"))
const server = startTestServer({ db, files })

/** An insert that needs more pages than the table has. */
async function write(): Promise<string> {
  try {
    await db.run(sql`insert into events (kind, subject_id) select 'tag.created', n from generate_series(1, 20000) as n`)
    return "ok"
  } catch (error) {
    return codeOf(error)
  }
}

async function keepFile(): Promise<string> {
  try {
    await files.write(Buffer.alloc(100_000, "x"))
    return "ok"
  } catch (error) {
    return codeOf(error)
  }
}

/** What /readyz says once its checks of files and of writes, which are done at different times, both say so. */
async function readiness(expected: "ok" | "failing"): Promise<object> {
  let answer: { statusCode: number; json(): { checks: Record<string, string> } }
  await until(async () => {
    answer = await server.app.inject({ url: "/readyz" })
    const { files, writes } = answer.json().checks
    return files === expected && writes === expected
  })
  return { status: answer!.statusCode, body: answer!.json() }
}

const report: Record<string, object> = {}
report["before"] = { readiness: await readiness("ok") }
const filler = join(folder, "filler")
await fs.writeFile(filler, Buffer.alloc(2 ** 20))
const full = await fs.open(filler, "a")
for (const size of [2 ** 20, 4_096])
  for (;;) {
    const written = await full.write(Buffer.alloc(size)).catch(() => undefined)
    if (written?.bytesWritten !== size) break
  }
await full.close()
report["full"] = { write: await write(), file: await keepFile(), readiness: await readiness("failing") }
await fs.rm(filler)
report["after"] = { write: await write(), file: await keepFile(), readiness: await readiness("ok") }
process.stdout.write(JSON.stringify(report))
await server.close()
await db.close()
await postgres.stop()

/** Kills desks as often as asked, on a throw-away PostgreSQL: `npm run -s faults -- --help`. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { startThrowawayPostgres } from "./throwaway-postgres.ts"

const root = resolve(import.meta.dirname, "..")
const postgres = await startThrowawayPostgres()
const kills = spawn(process.execPath, [resolve(root, "acceptance/src/faults/main.ts"), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, TEST_DATABASE_URL: postgres.url, TMPDIR: postgres.folder },
  stdio: "inherit",
})
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => kills.kill(signal))
const [code] = await once(kills, "close")
await postgres.remove()
process.exitCode = code ?? 1

import type { Config } from "../config.ts"
import { pendingMigrations } from "../db/migrate.ts"
import { refusal } from "../errors.ts"
import { rebuildReports } from "../reports/facts/fill.ts"
import { say, withDatabase } from "./database.ts"
import { showBar } from "./progress.ts"

/** Tells anew what reports know of every conversation; while it runs, they tell too little. */
export async function rebuild(config: Config): Promise<void> {
  await withDatabase(config, async (db) => {
    if ((await pendingMigrations(db)).length > 0)
      throw refusal("The database is not up to date. Run: npm run -s desk -- migrate")
    const show = showBar(process.stderr)
    const total = await rebuildReports(db, (done, all, phase) => show(done, all, `${phase} conversations`))
    say(`Reports know of ${total} conversations.`)
  })
}

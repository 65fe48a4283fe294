import type { Config } from "../config.ts"
import { migrate } from "../db/migrate.ts"
import { refusal } from "../errors.ts"
import { openFiles } from "../files/open.ts"
import { removeSample } from "../seed/sample.ts"
import { loadScenario, storeScenarioFiles } from "../seed/scenario.ts"
import { encryptPlainSecrets } from "../webhooks/secrets.ts"
import { say, withDatabase } from "./database.ts"
import { showBar } from "./progress.ts"

export function migrateDesk(config: Config): Promise<void> {
  return withDatabase(config, async (db) => {
    await migrate(db, say)
    say("The schema is up to date.")
  })
}

export interface SeedOptions {
  conversations?: number
  threadsPer: number
  rng: number
  scenario?: string
  now: Date
  json?: boolean
}

export async function seed(config: Config, options: SeedOptions): Promise<void> {
  if ((options.conversations === undefined) === (options.scenario === undefined))
    throw refusal("Say what to seed: --conversations N, or --scenario interface")
  if (options.scenario !== undefined && options.scenario !== "interface")
    throw refusal(`There is no scenario "${options.scenario}"; there is: interface`)
  await withDatabase(config, async (db) => {
    await migrate(db)
    if (options.scenario !== undefined) {
      await storeScenarioFiles(openFiles(config))
      const ids = await loadScenario(db, options.now)
      await encryptPlainSecrets(db, config)
      if (options.json) process.stdout.write(`${JSON.stringify(ids, null, 2)}\n`)
      else say("Loaded the interface scenario; --json prints its ids by name.")
      return
    }
    const { seedDesk } = await import("../../../bench/seed/seed.ts")
    const summary = await seedDesk(
      db,
      {
        conversations: options.conversations ?? 0,
        threadsPer: options.threadsPer,
        rng: options.rng,
        now: options.now,
      },
      showBar(process.stderr),
    )
    if (options.json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
    else say(`Seeded ${options.conversations} conversations in ${summary.seconds.toFixed(1)} s.`)
  })
}

export function removeSamples(config: Config): Promise<void> {
  return withDatabase(config, async (db) => {
    const result = await removeSample(db)
    say(result.removed === 0 ? "There is no sample desk here." : `Removed the sample desk (${result.removed} rows).`)
  })
}

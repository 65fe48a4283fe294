import type { Config } from "../config.ts"
import { type Finding, repairCounters, verifyCounters } from "../counters/verify.ts"
import { pendingMigrations } from "../db/migrate.ts"
import { refusal } from "../errors.ts"
import { say, withDatabase } from "./database.ts"
import { showBar } from "./progress.ts"

/** Compares every counter with counting; the exit code is 1 where one is wrong and was not repaired. */
export async function counters(config: Config, { repair }: { repair: boolean }): Promise<void> {
  await withDatabase(config, async (db) => {
    if ((await pendingMigrations(db)).length > 0)
      throw refusal("The database is not up to date. Run: npm run -s desk -- migrate")
    const findings = await (repair ? repairCounters : verifyCounters)(db, showBar(process.stderr))
    const wrong = findings.filter((finding) => finding.wrong > 0)
    for (const finding of wrong) process.stdout.write(describe(finding, repair ? "was" : "is"))
    if (wrong.length === 0) say("Every counter is right.")
    else if (repair) say(`Repaired ${sum(wrong)} counters.`)
    else {
      say(
        `${sum(wrong)} counters are wrong. Repair them, also while the desk runs: npm run -s desk -- counters --repair`,
      )
      process.exitCode = 1
    }
  })
}

function sum(findings: Finding[]): number {
  return findings.reduce((total, { wrong }) => total + wrong, 0)
}

function describe({ counter, wrong, examples }: Finding, verb: "is" | "was"): string {
  const lines = examples.map(({ kept, counted, ...key }) => {
    const which = Object.entries(key).map(([column, value]) => `${column.replaceAll("_", " ")} ${value}`)
    return `  ${which.join(", ")}: ${verb} ${kept}, counted ${counted}\n`
  })
  const more = wrong - examples.length
  return `${counter}: ${wrong} wrong\n${lines.join("")}${more > 0 ? `  … and ${more} more\n` : ""}`
}

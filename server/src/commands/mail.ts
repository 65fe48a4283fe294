import type { Config } from "../config.ts"
import { wordsOfReason } from "../email/messages/present.ts"
import { findAnyMessage, listAnyMessages, type MessageRow } from "../email/messages/queries.ts"
import { rerunFailed, rerunMessage } from "../email/messages/rerun.ts"
import { outcomes } from "../email/receive/facts.ts"
import { DeskError, refusal } from "../errors.ts"
import { say, withDatabase } from "./database.ts"
import { tableOf } from "./table.ts"

const mostShown = 100

export async function printMessages(
  config: Config,
  { outcome, inbox }: { outcome?: string; inbox?: number },
): Promise<void> {
  if (outcome !== undefined && !outcomes.some((one) => one === outcome))
    throw refusal(`There is no outcome "${outcome}"; there is: ${outcomes.join(", ")}`)
  await withDatabase(config, async (db) => {
    const rows = await listAnyMessages(db, {
      ...(outcome !== undefined && { outcome }),
      ...(inbox !== undefined && { inboxId: inbox }),
      size: mostShown + 1,
    })
    if (rows.length > 0) process.stdout.write(tableOf([titles, ...rows.slice(0, mostShown).map(cellsOf)]))
    else say("There is none.")
    if (rows.length > mostShown) say(`Only the newest ${mostShown} are shown; --outcome and --inbox narrow the list.`)
  })
}

const titles = ["id", "inbox", "received", "outcome", "reason", "from", "subject"]

function cellsOf({ id, inbox_id, received_at, outcome, reason, facts }: MessageRow): string[] {
  const received = received_at.toISOString().slice(0, 19).replace("T", " ")
  return [
    String(id),
    String(inbox_id),
    received,
    outcome,
    reason ?? "",
    printable(facts.sender ?? "", 60),
    printable(facts.subject ?? "", 60),
  ]
}

/** What strangers wrote must not steer a terminal. */
function printable(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .slice(0, most)
    .toWellFormed()
}

export async function printMessage(config: Config, which: string): Promise<void> {
  await withDatabase(config, async (db) => {
    const row = await findAnyMessage(db, idOf(which))
    if (!row) throw missing(which)
    process.stdout.write(`${JSON.stringify(row, undefined, 2)}\n`)
    if (row.reason !== null) say(`${wordsOfReason(row.reason)}.`)
  })
}

export async function rerun(config: Config, which: string | undefined, { failed }: { failed: boolean }): Promise<void> {
  if ((which === undefined) !== failed)
    throw refusal("Say which: desk mail rerun <id>, or --failed for all that failed")
  await withDatabase(config, async (db) => {
    if (which === undefined) {
      const amount = await rerunFailed(db)
      say(amount === 1 ? "1 message is read again." : `${amount} messages are read again.`)
      return
    }
    const id = idOf(which)
    if (!(await findAnyMessage(db, id))) throw missing(which)
    await rerunMessage(db, id).catch((error: unknown) => {
      throw error instanceof DeskError && error.status === 409 ? refusal(`${error.message}.`) : error
    })
    say(`Message ${id} is read again.`)
  })
}

function idOf(which: string): number {
  if (!/^\d{1,15}$/.test(which)) throw refusal("A message is named by its number. See: npm run -s desk -- mail list")
  return Number(which)
}

function missing(which: string) {
  return refusal(`There is no message ${which}. See: npm run -s desk -- mail list`)
}

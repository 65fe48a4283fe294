import { holdAnyConversation } from "../conversations/held.ts"
import { type Db, type Sql, sql } from "../db/db.ts"
import { ownOrigin } from "../http/origin.ts"
import type { Desk } from "../http/route.ts"
import { eachDue } from "../jobs/each-due.ts"
import { holdTags } from "../tags/queries.ts"
import { carryOut } from "./carry-out.ts"
import { findMatches } from "./match.ts"
import { holdActive, type WorkflowRow } from "./queries.ts"
import { tagIdsIn } from "./rules.ts"
import { ensureRunner, runnerIn } from "./runner.ts"

interface Key {
  workflow_id: number
  conversation_id: number
}

/** Runs what has waited long enough. Any number of nodes may do so at once. */
export function runDue({ db, now, config }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  return eachDue({
    what: "conversations that workflows waited for",
    list: (most) => listDue(db, now(), most),
    settle: (key) => settleDue(db, key, { now: now(), origin: ownOrigin(config) }),
    signal,
  })
}

function listDue(db: Db, now: Date, most: number): Promise<Key[]> {
  return db.many(sql`
    select workflow_id, conversation_id from workflows
    join workflow_spells on workflow_id = workflows.id and not looked and ${isDue(now)}
    where status = 'active' order by workflow_spells.since limit ${most}`)
}

function isDue(now: Date): Sql {
  return sql`workflow_spells.since <= ${now}::timestamptz - make_interval(mins => after_minutes)`
}

/** The run and that its spell is over: in one transaction, so that it is done once. */
function settleDue(db: Db, key: Key, { now, origin }: { now: Date; origin: string }): Promise<void> {
  return db.transaction(async (db) => {
    const [workflow] = await holdActive(db, [key.workflow_id])
    if (!workflow || workflow.after_minutes === null) return
    // Before the conversation, as whoever deletes a tag takes them.
    await holdTags(db, tagIdsIn(workflow.actions))
    await holdAnyConversation(db, key.conversation_id)
    const spell = await lockSpell(db, key)
    if (!spell || spell.since > new Date(now.getTime() - workflow.after_minutes * 60_000)) return
    if (!(await lasts(db, workflow, key))) return endSpell(db, key)
    const asked = { workflow, conversationId: key.conversation_id }
    if (!(await findMatches(db, [asked], now))(asked)) return noteLooked(db, key)
    const viewer = runnerIn(await ensureRunner(db, now), workflow.inbox_id)
    await carryOut(db, { ...asked, occasion: "time", depth: spell.depth, viewer, now, origin })
    await endSpell(db, key)
  })
}

function lockSpell(db: Db, { workflow_id, conversation_id }: Key): Promise<{ since: Date; depth: number } | undefined> {
  return db.maybe(sql`select since, depth from workflow_spells
    where conversation_id = ${conversation_id} and workflow_id = ${workflow_id} and not looked
    for update skip locked`)
}

/** Whether it is still so: not everything that ends a wait is told by an event. */
async function lasts(db: Db, { since, inbox_id }: WorkflowRow, { conversation_id }: Key): Promise<boolean> {
  const found = await db.maybe<{ waiting: boolean }>(sql`
    select waiting_since is not null as waiting from conversations
    where id = ${conversation_id} and inbox_id = ${inbox_id} and state = 'published'`)
  if (!found) return false
  if (since === "waiting") return found.waiting
  return since === "agentReply" ? !found.waiting : true
}

async function endSpell(db: Db, { workflow_id, conversation_id }: Key): Promise<void> {
  await db.run(sql`delete from workflow_spells
    where conversation_id = ${conversation_id} and workflow_id = ${workflow_id}`)
}

async function noteLooked(db: Db, { workflow_id, conversation_id }: Key): Promise<void> {
  await db.run(sql`update workflow_spells set looked = true
    where conversation_id = ${conversation_id} and workflow_id = ${workflow_id}`)
}

import { workflowOccasions } from "@deskhand/contract/inboxes/workflow-run"
import { type Db, sql } from "../db/db.ts"
import type { Occasion, Reaction } from "../events/dispatch.ts"
import type { EventRow } from "../events/queries.ts"
import { holdTags } from "../tags/queries.ts"
import { renamingKinds } from "../tags/renaming.ts"
import { markInvalid } from "./actions.ts"
import { carryOut } from "./carry-out.ts"
import { followTags } from "./follow-tags.ts"
import { findMatches, type Matches } from "./match.ts"
import { problemsOf } from "./problems.ts"
import { holdActive, listActive, listAutomatic, type WorkflowRow } from "./queries.ts"
import { concernsWorkflow, tagIdsIn } from "./rules.ts"
import { ensureRunner, runnerIn } from "./runner.ts"
import { keepSpells } from "./spells.ts"

/** Conversations are held until the transaction ends, and people want to change them too. */
const mostRuns = 20

/** What happens to conversations sets off what was made for it. */
const run: Reaction = {
  name: "workflows",
  hears: workflowOccasions,
  needs: sql`exists (select from workflows where type = 'automatic' and status = 'active')`,
  async react(db, events, occasion) {
    const inboxIds = [...new Set(events.flatMap(({ inbox_id: id }) => id ?? []))]
    const workflows = await listAutomatic(db, inboxIds)
    if (workflows.length === 0) return undefined
    const reached = await runAll(db, { events, workflows, occasion })
    const timed = workflows.filter(({ since }) => since !== null)
    const heard = events.filter(({ number }) => reached === undefined || number <= reached)
    if (timed.length > 0) await keepSpells(db, heard, timed)
    return reached
  },
}

interface Round {
  events: EventRow[]
  workflows: WorkflowRow[]
  occasion: Occasion
}

/** Gives the number of the event that it stopped after, where some are left. */
async function runAll(db: Db, { events, workflows, occasion }: Round): Promise<number | undefined> {
  const { now, origin } = occasion
  const candidates = events.flatMap((event) => {
    const concerned = workflows.filter((workflow) => hears(workflow, event))
    return event.conversation_id === null || concerned.length === 0
      ? []
      : [{ event, conversationId: event.conversation_id, concerned }]
  })
  const pairs = candidates.flatMap(({ conversationId, concerned }) =>
    concerned.map((workflow) => ({ workflow, conversationId })),
  )
  const atFirst = await findMatches(db, pairs, now)
  if (!pairs.some(atFirst)) return undefined
  const userId = await ensureRunner(db, now)
  const held = new Map(
    (await holdActive(db, [...new Set(pairs.map(({ workflow }) => workflow.id))])).map((row) => [row.id, row]),
  )
  // Before any conversation, as whoever deletes a tag takes them.
  await holdTags(db, [...new Set([...held.values()].flatMap(({ actions }) => tagIdsIn(actions)))])
  const changed = new Set<number>()
  let runs = 0
  for (const [place, { event, conversationId, concerned }] of candidates.entries()) {
    let left = concerned.flatMap(({ id }) => held.get(id) ?? [])
    let matches: Matches = changed.has(conversationId) ? await askAgain(db, { left, conversationId, now }) : atFirst
    for (;;) {
      const next = left.findIndex((workflow) => matches({ workflow, conversationId }))
      const workflow = left[next]
      if (!workflow) break
      left = left.slice(next + 1)
      const { kind, depth } = event
      const viewer = runnerIn(userId, workflow.inbox_id)
      const running = { workflow, conversationId, occasion: kind as (typeof workflowOccasions)[number], depth }
      const result = await carryOut(db, { ...running, viewer, now, origin })
      runs++
      if (result.broken) held.delete(workflow.id)
      if (result.outcome !== "done") continue
      // Those behind it see what it did.
      changed.add(conversationId)
      matches = await askAgain(db, { left, conversationId, now })
    }
    if (runs >= mostRuns && place < candidates.length - 1) return event.number
  }
  return undefined
}

function hears(workflow: WorkflowRow, event: EventRow): boolean {
  return concernsWorkflow(workflow, event) && workflow.occasions.some((kind) => kind === event.kind)
}

function askAgain(
  db: Db,
  { left, conversationId, now }: { left: WorkflowRow[]; conversationId: number; now: Date },
): Promise<Matches> {
  return findMatches(
    db,
    left.map((workflow) => ({ workflow, conversationId })),
    now,
  )
}

/** What one of them needs may be gone: people see so before it would have run. */
const check: Reaction = {
  name: "workflows.check",
  hears: [
    "custom-field.deleted",
    "custom-field.updated",
    "inbox.updated",
    "saved-reply.deleted",
    "saved-reply.updated",
    ...renamingKinds,
    "team.deleted",
    "user.deleted",
    "user.updated",
    "webhook.deleted",
    "webhook.updated",
  ],
  async react(db, events, { now }) {
    await followTags(db, events, now)
    for (const workflow of await listActive(db)) {
      const [problem] = await problemsOf(db, { inboxId: workflow.inbox_id, actions: workflow.actions })
      if (problem) await markInvalid(db, workflow, { problem: { path: problem.path, message: problem.message }, now })
    }
  },
}

export const workflowReactions = [run, check]

import type { WorkflowRunResults } from "@deskhand/contract/inboxes/workflow-run"
import { type Db, sql } from "../db/db.ts"
import { conflict, notFound } from "../errors.ts"
import type { Change } from "../http/input/if-match.ts"
import { holdTags } from "../tags/queries.ts"
import { carryOut } from "./carry-out.ts"
import { findMatches } from "./match.ts"
import { findWorkflow, holdActive } from "./queries.ts"
import { tagIdsIn } from "./rules.ts"

type Result = WorkflowRunResults["results"][number]

/** In the name of whoever runs it, and with no more rights than theirs. One that fails keeps no other from it. */
export async function runWorkflow(
  db: Db,
  { id, conversationIds }: { id: number; conversationIds: number[] },
  change: Change & { origin: string },
): Promise<Result[]> {
  const { viewer } = change
  const workflow = await findWorkflow(db, viewer, id)
  if (!workflow) throw notFound()
  if (workflow.type !== "manual") throw conflict("workflow_state", "An automatic workflow is run by the desk alone")
  if (workflow.status !== "active") throw conflict("workflow_state", `The workflow is ${workflow.status}`)
  const given = [...new Set(conversationIds)]
  const results = new Map<number, Result>()
  // Two who run it on the same ones wait for one another.
  for (const conversationId of given.toSorted((one, other) => one - other))
    results.set(conversationId, { conversationId, ...(await runOne(db, { id, conversationId }, change)) })
  return given.flatMap((conversationId) => results.get(conversationId) ?? [])
}

function runOne(
  db: Db,
  { id, conversationId }: { id: number; conversationId: number },
  { viewer, now, origin }: Change & { origin: string },
): Promise<Omit<Result, "conversationId">> {
  return db.transaction(async (db) => {
    const [workflow] = await holdActive(db, [id])
    if (!workflow) return { outcome: "failed", message: "The workflow is not active any more" }
    await holdTags(db, tagIdsIn(workflow.actions))
    const asked = { workflow, conversationId }
    const running = { ...asked, occasion: "manual", depth: 0, viewer, now, origin } as const
    // Of one that is not here it is told why, and not that it does not match.
    const here = await isIn(db, conversationId, workflow.inbox_id)
    if (here && !(await findMatches(db, [asked], now))(asked)) return { outcome: "unmatched" }
    const { outcome, message } = await carryOut(db, running)
    return { outcome: outcome === "stopped" ? "failed" : outcome, ...(message !== undefined && { message }) }
  })
}

async function isIn(db: Db, id: number, inboxId: number): Promise<boolean> {
  const found = await db.maybe(sql`
    select from conversations where id = ${id} and inbox_id = ${inboxId} and state = 'published'`)
  return found !== undefined
}

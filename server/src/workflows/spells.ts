import { type Db, sql } from "../db/db.ts"
import type { EventRow } from "../events/queries.ts"
import type { Since, WorkflowRow } from "./queries.ts"
import { concernsWorkflow } from "./rules.ts"

type Kind = EventRow["kind"]

/** What begins a spell of each kind, and what ends it. One that lasts keeps its beginning; others begin anew. */
const spells: Record<Since, { begins: Kind[]; ends: Kind[]; lasts: boolean }> = {
  created: { begins: ["convo.created", "convo.moved"], ends: [], lasts: true },
  waiting: {
    begins: ["convo.created", "convo.customer.reply.created", "convo.moved"],
    ends: ["convo.agent.reply.created"],
    lasts: true,
  },
  agentReply: {
    begins: ["convo.created", "convo.agent.reply.created", "convo.moved"],
    ends: ["convo.customer.reply.created"],
    lasts: false,
  },
  status: { begins: ["convo.created", "convo.status", "convo.moved"], ends: [], lasts: false },
  assigned: { begins: ["convo.created", "convo.assigned", "convo.moved"], ends: [], lasts: false },
}

interface Spell {
  workflowId: number
  conversationId: number
  since: Date
  depth: number
}

/** Notes what began and what ended. What a workflow did itself begins nothing for it, or it would go on for ever. */
export async function keepSpells(db: Db, events: EventRow[], workflows: WorkflowRow[]): Promise<void> {
  const over: Omit<Spell, "since" | "depth">[] = []
  const begun = new Map<string, Spell>()
  for (const event of events)
    for (const workflow of workflows) {
      const { id: workflowId, since } = workflow
      const conversationId = event.conversation_id
      if (since === null || conversationId === null || !concernsWorkflow(workflow, event)) continue
      const { begins, ends, lasts } = spells[since]
      const key = `${workflowId}:${conversationId}`
      const starts = begins.includes(event.kind)
      if (ends.includes(event.kind) || (starts && !lasts)) {
        over.push({ workflowId, conversationId })
        begun.delete(key)
      }
      if (starts && !begun.has(key))
        begun.set(key, { workflowId, conversationId, since: event.created_at, depth: event.depth })
    }
  if (over.length > 0) await endSpells(db, over)
  if (begun.size > 0) await beginSpells(db, [...begun.values()])
  await lookAgain(db, events)
}

async function endSpells(db: Db, over: Omit<Spell, "since" | "depth">[]): Promise<void> {
  await db.run(sql`delete from workflow_spells where (conversation_id, workflow_id) in (
    select * from unnest(${over.map((spell) => spell.conversationId)}::bigint[],
      ${over.map((spell) => spell.workflowId)}::bigint[]))`)
}

/** Of conversations that are still there. */
async function beginSpells(db: Db, begun: Spell[]): Promise<void> {
  const column = <Name extends keyof Spell>(name: Name) => begun.map((spell) => spell[name])
  await db.run(sql`
    insert into workflow_spells (conversation_id, workflow_id, since, depth)
    select conversation_id, workflow_id, since, depth
    from unnest(${column("conversationId")}::bigint[], ${column("workflowId")}::bigint[],
      ${column("since")}::timestamptz[], ${column("depth")}::smallint[])
      as begun (conversation_id, workflow_id, since, depth)
    join conversations on conversations.id = conversation_id
    on conflict do nothing`)
}

/** What was not as a workflow wants it may be so by now. */
async function lookAgain(db: Db, events: EventRow[]): Promise<void> {
  const ids = [...new Set(events.flatMap(({ conversation_id: id }) => id ?? []))]
  await db.run(sql`update workflow_spells set looked = false
    where conversation_id = any(${ids}::bigint[]) and looked`)
}

export async function forgetSpells(db: Db, workflowId: number): Promise<void> {
  await db.run(sql`delete from workflow_spells where workflow_id = ${workflowId}`)
}

import type { NewWorkflowDryRun } from "@deskhand/contract/inboxes/workflow"
import type { WorkflowDryRun } from "@deskhand/contract/inboxes/workflow-run"
import { checkSavedQuery } from "../conversations/list/search.ts"
import { type Db, join, type Sql, sql, unnamed } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { timestamp } from "../http/hal.ts"
import type { Change } from "../http/input/if-match.ts"
import { conditionOf, nobody } from "./match.ts"
import type { Since } from "./queries.ts"
import { columnsOf } from "./rules.ts"

const mostLookedAt = 1_000
const mostShown = 10

type Shown = Omit<WorkflowDryRun["conversations"][number], "createdAt"> & { created_at: Date }

/** What such conditions would find among the newest conversations, as they are now. */
export async function dryRun(
  db: Db,
  { mailboxId, conditions }: NewWorkflowDryRun,
  { viewer, now }: Change,
): Promise<WorkflowDryRun> {
  if (!viewer.inboxIds.includes(mailboxId)) throw notFound()
  const { query, since, after_minutes: minutes } = columnsOf(conditions)
  const searcher = nobody(mailboxId, now)
  if (query !== "") await checkSavedQuery(db, query, searcher, "conditions.query")
  const due =
    since !== null && minutes !== null ? lastsSince(since, new Date(now.getTime() - minutes * 60_000)) : sql`true`
  const condition = await conditionOf(db, query, searcher)
  const found = await db.one<{ looked_at: number; matched: number; ids: number[] }>(sql`${unnamed}
    select count(*) as looked_at, count(*) filter (where matches) as matched,
      coalesce((array_agg(id order by created_at desc, id desc) filter (where matches))[1:${mostShown}], '{}') as ids
    from (
      select id, created_at, (${condition} and ${due}) is true as matches
      from (${newest(mailboxId)}) as conversations
    ) looked`)
  const shown = await db.many<Shown>(sql`
    select id, number, subject, status, created_at from conversations
    where id = any(${found.ids}::bigint[]) order by created_at desc, id desc`)
  return {
    lookedAt: found.looked_at,
    matched: found.matched,
    conversations: shown.map(({ created_at, ...rest }) => ({ ...rest, createdAt: timestamp(created_at) })),
  }
}

/** Each status has its walk of the index by age. */
function newest(inboxId: number): Sql {
  const walks = ["active", "pending", "closed", "spam"].map(
    (status) => sql`(select * from conversations
      where inbox_id = ${inboxId} and status = ${status} and state = 'published'
      order by created_at desc, id desc limit ${mostLookedAt})`,
  )
  return sql`select * from (${join(walks, " union all ")}) every order by created_at desc, id desc limit ${mostLookedAt}`
}

/** As near as the conversation itself tells it. */
function lastsSince(since: Since, before: Date): Sql {
  const newestThread = (that: Sql) => sql`(select max(t.created_at) from threads t
    where t.conversation_id = conversations.id and ${that})`
  switch (since) {
    case "created":
      return sql`conversations.created_at <= ${before}`
    case "waiting":
      return sql`conversations.waiting_since <= ${before}`
    case "agentReply":
      return sql`(conversations.waiting_since is null and ${newestThread(sql`t.created_by_id is not null
        and t.type in ('message', 'chat', 'phone') and t.state = 'published'`)} <= ${before})`
    case "status":
    case "assigned": {
      const actions = since === "status" ? ["status-changed"] : ["assigned", "unassigned"]
      const changed = newestThread(sql`t.type = 'lineitem' and t.action_type = any(${actions}::text[])`)
      return sql`coalesce(${changed}, conversations.created_at) <= ${before}`
    }
  }
}

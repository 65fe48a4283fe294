import { DeskhandClient } from "@deskhand/sdk/client"
import { patienceMs } from "../until.ts"
import type { Ground } from "./ground.ts"

export interface ScheduledOptions {
  conversations: number
  threadsOfEach: number
  inSeconds: number
}

/** Drafts that are to go out by themselves, all at the same moment; gives the ids of their threads. */
export async function addScheduled(ground: Ground, options: ScheduledOptions): Promise<number[]> {
  const { conversations, threadsOfEach, inSeconds } = options
  const client = new DeskhandClient({ baseUrl: ground.keeper.origin, token: ground.token, timeoutMs: patienceMs })
  const drafts = Array.from({ length: threadsOfEach }, (_, index) => ({
    type: "reply" as const,
    text: `Reply ${index}`,
    draft: true,
  }))
  const ids: number[] = []
  for (let made = 0; made < conversations; made++) {
    const { id } = await client.conversations.create({
      subject: "Answered later",
      type: "email",
      mailboxId: ground.ids.inboxes.empty,
      status: "active",
      customer: { email: "later@faults.example" },
      threads: [{ type: "customer", text: "When?" }, ...drafts],
    })
    ids.push(id)
  }
  const { rows } = await ground.db.query<{ id: string }>(
    `with scheduled as (
      update threads set scheduled_by_id = created_by_id, send_as_id = created_by_id, scheduled_at = now(),
        scheduled_for = now() + make_interval(secs => $2), unschedule_on_customer_reply = true
      where conversation_id = any($1) and state = 'draft'
      returning id, conversation_id, scheduled_for, scheduled_by_id
    ), told as (
      update conversations set scheduled_for = scheduled.scheduled_for, scheduled_by_id = scheduled.scheduled_by_id,
        unschedule_on_customer_reply = true
      from scheduled where conversations.id = scheduled.conversation_id
    )
    select id from scheduled`,
    [ids, inSeconds],
  )
  return rows.map(({ id }) => Number(id))
}

export interface Sending {
  id: number
  state: string
  scheduled: boolean
  /** That told of it. */
  events: number
  /** By which it is found. */
  entries: number
}

export async function listSendings(ground: Ground, threadIds: number[]): Promise<Sending[]> {
  const { rows } = await ground.db.query<Sending>(
    `select id::integer, state, scheduled_for is not null as scheduled,
      (select count(*)::integer from
        (select kind, conversation_id, data from events union all select kind, conversation_id, data from feed) as told
        where conversation_id = threads.conversation_id
        and kind = 'convo.agent.reply.created' and (data ->> 'threadId')::bigint = threads.id) as events,
      (select count(*)::integer from search_entries where conversation_id = threads.conversation_id
        and thread_id = threads.id) as entries
    from threads where id = any($1) order by id`,
    [threadIds],
  )
  return rows
}

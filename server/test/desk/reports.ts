import { type Db, type Sql, sql } from "../../src/db/db.ts"

interface Thread {
  id: number
  type: string
  state: string
  status: string
  action: string | null
  by: number | null
  saved: number | null
  at: number
}

interface Conversation {
  id: number
  number: number
  inbox: number
  type: string
  status: string
  state: string
  customer: number
  created: number
  creator: number | null
  closed: number | null
  closer: number | null
  threads: Thread[]
  ratings: { rating: string; by: number; customer: number; at: number }[]
  tags: number[]
  options: string[]
}

export interface Question {
  start: Date
  end: Date
  inboxIds?: number[]
  types?: string[]
  tagIds?: number[]
  userIds?: number[]
  /** Seconds of office hours between two moments. */
  office?: (from: number, to: number) => number
}

/** Every row that reports are about, as it stands in the tables. */
export async function readRows(db: Db): Promise<Conversation[]> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`
  const { rows } = await (
    db as unknown as { pool: { query(text: string): Promise<{ rows: Conversation[] }> } }
  ).pool.query(`
    select id, number, inbox_id as inbox, type, status, state, customer_id as customer, ${ms("created_at")} as created,
      created_by_user_id as creator, ${ms("closed_at")} as closed, closed_by_id as closer,
      coalesce((select json_agg(json_build_object('id', id, 'type', type, 'state', state, 'status', status,
        'action', action_type, 'by', created_by_id, 'saved', saved_reply_id, 'at', ${ms("created_at")})
        order by created_at, id) from threads where conversation_id = c.id), '[]') as threads,
      coalesce((select json_agg(json_build_object('rating', rating, 'by', user_id, 'customer', customer_id,
        'at', ${ms("created_at")})) from ratings where conversation_id = c.id), '[]') as ratings,
      coalesce((select array_agg(tag_id) from conversation_tags where conversation_id = c.id), '{}') as tags,
      coalesce((select array_agg(value) from conversation_fields f join custom_fields on custom_fields.id = field_id
        where conversation_id = c.id and custom_fields.type = 'dropdown'), '{}') as options
    from conversations c order by id`)
  return rows
}

/** What reports should tell of a period: slowly, one row after the other, and by no code that they share. */
export function answer(all: Conversation[], question: Question) {
  const [start, end] = [question.start.getTime(), question.end.getTime()]
  const within = (at: number) => at >= start && at < end
  const mine = (userId: number | null) => !question.userIds || (userId !== null && question.userIds.includes(userId))
  const seconds = (from: number, to: number) =>
    question.office ? question.office(from, to) : Math.floor((to - from) / 1_000)
  const told = {
    created: [] as Conversation[],
    received: 0,
    replies: 0,
    closed: 0,
    responses: [] as number[],
    firsts: [] as number[],
    resolutions: [] as { seconds: number; replies: number; id: number }[],
    ratings: { great: 0, okay: 0, not_good: 0, unknown: 0 } as Record<string, number>,
    rated: new Set<number>(),
    helped: new Set<number>(),
    conversations: new Set<number>(),
    customers: new Set<number>(),
    users: new Map<number, { replies: number; helped: Set<number> }>(),
    chats: [] as { answered: boolean; messages: number; seconds: number }[],
  }
  for (const conversation of all) {
    const { inbox, type, status, state, customer, threads, tags } = conversation
    if (state !== "published" || status === "spam") continue
    if (question.inboxIds && !question.inboxIds.includes(inbox)) continue
    if (question.types && !question.types.includes(type)) continue
    if (question.tagIds && !question.tagIds.some((id) => tags.includes(id))) continue
    const lively = (at: number, by: number | null) => {
      if (!within(at) || !mine(by)) return false
      told.conversations.add(conversation.id)
      told.customers.add(customer)
      return true
    }
    if (lively(conversation.created, conversation.creator)) told.created.push(conversation)
    const shown = threads.filter((thread) => thread.state === "published")
    const isAnswer = ({ type, by }: Thread) =>
      by !== null && (type === "message" || type === "chat" || type === "widgetchat" || type === "phone")
    const isQuestion = ({ type, by }: Thread) => by === null && type !== "lineitem"
    let waiting: number | null = null
    let answered = false
    for (const thread of shown) {
      if (isQuestion(thread)) {
        if (lively(thread.at, null)) told.received++
        if (waiting === null) waiting = thread.at
      } else if (isAnswer(thread)) {
        if (lively(thread.at, thread.by)) {
          told.replies++
          told.helped.add(customer)
          const own = told.users.get(thread.by ?? 0) ?? { replies: 0, helped: new Set() }
          told.users.set(thread.by ?? 0, own)
          own.replies++
          own.helped.add(customer)
          if (waiting !== null) told.responses.push(seconds(waiting, thread.at))
          if (waiting !== null && !answered) told.firsts.push(seconds(waiting, thread.at))
        }
        waiting = null
        answered = true
      }
    }
    const lines = shown.filter(
      (thread) => thread.type === "lineitem" && thread.action === "status-changed" && thread.status === "closed",
    )
    for (const line of lines) if (lively(line.at, line.by)) told.closed++
    const { closed, closer } = conversation
    if (closed !== null && !lines.some(({ at }) => at === closed) && lively(closed, closer)) told.closed++
    if (closed !== null && within(closed) && mine(closer)) {
      const replies = shown.filter((thread) => isAnswer(thread) && thread.at <= closed).length
      if (replies > 0)
        told.resolutions.push({ id: conversation.id, replies, seconds: seconds(conversation.created, closed) })
    }
    for (const { rating, by, at } of conversation.ratings)
      if (within(at) && mine(by)) {
        told.ratings[rating] = (told.ratings[rating] ?? 0) + 1
        if (rating !== "unknown") told.rated.add(customer)
      }
    const messages = shown.filter((thread) => isQuestion(thread) || isAnswer(thread))
    const first = messages.find(isAnswer)
    if (type === "chat" && within(conversation.created) && mine(first?.by ?? null))
      told.chats.push({
        answered: first !== undefined,
        messages: messages.length,
        seconds: messages.length === 0 ? 0 : seconds(messages[0]?.at ?? 0, messages.at(-1)?.at ?? 0),
      })
  }
  return told
}

export function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** How many are below each bound and not below the one before it. */
export function spread(values: number[], bounds: number[]): number[] {
  return [...bounds, Number.POSITIVE_INFINITY].map(
    (bound, index) => values.filter((value) => value < bound && value >= (bounds[index - 1] ?? 0)).length,
  )
}

/** Sums of weeks, days, hours and people, of all and of each tag, that facts do not say. */
export async function listWrongSums(db: Db): Promise<unknown[]> {
  const told = sql`count(*) filter (where kind = 'created') as created, count(*) filter (where kind = 'reply') as replies,
    coalesce(sum(seconds) filter (where kind = 'reply'), 0) as waited`
  const summed = sql`coalesce(sum(sums[1]), 0) as created, coalesce(sum(sums[6]), 0) as replies, coalesce(sum(sums[8]), 0) as waited`
  const by = sql`group by 1, 2, 3, 4, 5 having count(*) > 0`
  return db.many(sql`
    with facts as (select *, date_trunc('day', at, 'UTC') as day from report_facts cross join unnest(0::bigint || tag_ids) tag_id),
    wanted as (
      select day, inbox_id, type, tag_id, 0 as user_id, ${told} from facts ${by}
      union all select day, inbox_id, type, tag_id, user_id, ${told} from facts where user_id > 0 and tag_id = 0 ${by}
    ), wanted_weeks as (
      select date_trunc('week', at, 'UTC') as week, inbox_id, type, tag_id, user_id, ${told} from facts where user_id > 0 ${by}
    ), weeks as (select period as week, inbox_id, type, tag_id, user_id, ${summed} from report_weeks ${by}),
    days as (select period as day, inbox_id, type, tag_id, user_id, ${summed} from report_days ${by}),
    hours as (
      select date_trunc('day', period, 'UTC') as day, inbox_id, type, tag_id, user_id, ${summed} from report_hours ${by}),
    wrong as (
      select 'days' as what, * from ((table wanted except table days) union all (table days except table wanted)) wrong
      union all
      select 'weeks', * from ((table wanted_weeks except table weeks) union all (table weeks except table wanted_weeks)) wrong
      union all
      select 'hours', * from ((select * from wanted where tag_id = 0 and user_id = 0 except table hours)
        union all (table hours except table wanted)) wrong)
    select * from wrong where created <> 0 or replies <> 0 or waited <> 0`)
}

/** Facts marked as the first of their week that are not, and those that are and have no mark. */
export async function listWrongFirsts(db: Db): Promise<unknown[]> {
  const isEarlier = sql`(other.at, other.kind collate "C", other.part) < (fact.at, fact.kind collate "C", fact.part)`
  const earlier = (which: Sql) => sql`exists (select from report_facts other
    where other.conversation_id = fact.conversation_id and ${isEarlier}
      and date_trunc('week', other.at, 'UTC') = date_trunc('week', fact.at, 'UTC') and ${which})`
  return db.many(sql`
    select conversation_id, kind, part, at, first_activity, first_reply from report_facts fact
    where first_activity <> (kind in ('created', 'received', 'reply', 'closed')
        and not ${earlier(sql`other.kind in ('created', 'received', 'reply', 'closed')`)})
      or first_reply <> (kind = 'reply' and not ${earlier(sql`other.kind = 'reply' and other.user_id = fact.user_id`)})`)
}

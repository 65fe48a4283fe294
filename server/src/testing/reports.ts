import { type Db, sql } from "../db/db.ts"

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

/** What is kept that facts do not say, of sums and of facts themselves. */
export async function listWrongSums(db: Db): Promise<unknown[]> {
  return db.many(sql`
    with days as (
      select date_trunc('day', at, 'UTC') as period, inbox_id, type, count(*) filter (where kind = 'created') as created,
        count(*) filter (where kind = 'reply') as replies, coalesce(sum(seconds) filter (where kind = 'reply'), 0) as waited
      from report_facts group by 1, 2, 3
    ), hours as (
      select date_trunc('day', period, 'UTC') as period, inbox_id, type, sum(sums[1]) as created, sum(sums[6]) as replies,
        sum(sums[8]) as waited
      from report_hours group by 1, 2, 3
    )
    select * from days full join (select * from report_days where user_id = 0) kept using (period, inbox_id, type)
    full join hours using (period, inbox_id, type)
    where (coalesce(days.created, 0), coalesce(days.replies, 0), coalesce(days.waited, 0))
      is distinct from (coalesce(sums[1], 0), coalesce(sums[6], 0), coalesce(sums[8], 0))
      or (coalesce(hours.created, 0), coalesce(hours.replies, 0), coalesce(hours.waited, 0))
      is distinct from (coalesce(sums[1], 0), coalesce(sums[6], 0), coalesce(sums[8], 0))`)
}

/** What is kept by tag and of times, where it does not say what the facts say. */
export async function listWrongCopies(db: Db): Promise<unknown[]> {
  return db.many(sql`
    with wanted as (
      select tagged.part as tag_id, fact.conversation_id, fact.kind, fact.part, fact.at, fact.seconds, fact.chat_range
      from report_facts tagged join report_facts fact using (conversation_id) where tagged.kind = 'tagged'
    ), kept as (select tag_id, conversation_id, kind, part, at, seconds, chat_range from report_tag_facts)
    select 'tags' as what, count(*) from ((table wanted except table kept) union all (table kept except table wanted)) wrong
    having count(*) > 0
    union all
    select 'times', difference from (
      select (select coalesce(sum(amount), 0) from report_times cross join unnest(counts) amount where measure = 'response')
        - (select count(*) from report_facts where kind = 'reply' and seconds is not null) as difference) compared
    where difference <> 0`)
}

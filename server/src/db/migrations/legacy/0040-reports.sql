-- What reports tell of conversations, kept by the reaction `reports` and never written with a conversation itself (ADR 55).

-- Each thing of a conversation that a report counts. Always what its rows of today say: recomputed as a whole.
create table report_facts (
  -- No reference: a conversation that is gone keeps its facts until the reaction hears of it.
  conversation_id bigint not null,
  kind text not null check (kind in ('created', 'received', 'reply', 'closed', 'resolved', 'rating', 'chat',
    'tagged', 'answered', 'field')),
  -- The thread, rating, tag, saved reply or option; 0 where there can be one alone.
  part bigint not null,
  at timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  customer_id bigint not null,
  -- Who did it; 0 where nobody of the desk did.
  user_id bigint not null,
  seconds bigint,
  office_seconds bigint,
  amount integer not null default 0,
  -- Into which range it falls, as answers number them.
  range smallint,
  office_range smallint,
  chat_range smallint,
  primary key (conversation_id, kind, part)
);
create index report_facts_by_time on report_facts (at, kind);
create index report_facts_by_user on report_facts (user_id, at) where user_id > 0;
create index report_facts_by_customer on report_facts (customer_id, at);
create index report_facts_created on report_facts (at, inbox_id, type, customer_id) where kind = 'created';
create index report_facts_ratings on report_facts (at) where kind = 'rating';
create index report_facts_by_part on report_facts (kind, part) where kind in ('tagged', 'answered', 'field');

-- Sums over facts, in the order of the lists in server/src/reports/measures.ts. user_id 0 stands for all together.
create table report_days (
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  user_id bigint not null,
  sums bigint[] not null,
  primary key (user_id, period, inbox_id, type)
);
create index report_days_of_people on report_days (period) where user_id > 0;
create table report_hours (
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  user_id bigint not null,
  sums bigint[] not null,
  primary key (user_id, period, inbox_id, type)
);
create table report_ranges (
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  user_id bigint not null,
  sums bigint[] not null,
  primary key (user_id, period, inbox_id, type)
);

-- How many conversations that began on a day have a tag, a saved reply's answer or an option of a field.
create table report_tops (
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  kind text not null,
  part bigint not null,
  amount bigint not null,
  primary key (kind, period, inbox_id, type, part)
);

-- Who or what occurs in a day or a week, for what cannot be added up: the ids, packed (server/src/reports/members.ts).
create table report_members (
  kind text not null check (kind in ('helped', 'conversations', 'customers')),
  grain text not null check (grain in ('day', 'week')),
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  user_id bigint not null,
  members bytea not null,
  primary key (kind, user_id, grain, period, inbox_id, type)
);

create index report_members_of_people on report_members (kind, grain, period) where user_id > 0;

create function added(bigint[], bigint[]) returns bigint[] language sql immutable as $$
  select array_agg(coalesce(one, 0) + coalesce(other, 0) order by place)
  from unnest($1, $2) with ordinality as pairs (one, other, place)
$$;

-- When the desk is staffed. Without a row it always is.
create table office_hours (
  id boolean primary key default true check (id),
  timezone text not null check (char_length(timezone) between 1 and 60),
  hours jsonb not null check (jsonb_typeof(hours) = 'array'),
  updated_at timestamptz(3) not null
);

-- Conversations up to `last_id` that nobody told the reaction of are read by a job, which goes on after `done_id`.
create table report_progress (
  id boolean primary key default true check (id),
  done_id bigint not null,
  last_id bigint not null
);
insert into report_progress (done_id, last_id) select 0, coalesce(max(id), 0) from conversations;

-- What happens from now on is heard; what happened before, the job reads.
insert into event_cursors (name, number)
select 'reports', coalesce((select max(number) from feed), 0);

-- The reaction `reports` writes all of these tables; a write to a conversation never does.

-- Everything in a conversation that a report counts, recomputed as a whole from its current rows.
create table report_facts (
  -- Not a foreign key: a deleted conversation keeps its facts until the reaction processes the event.
  conversation_id bigint not null,
  kind text not null check (kind in ('created', 'received', 'reply', 'closed', 'resolved', 'rating', 'chat', 'tagged',
    'answered', 'field', 'ran')),
  -- The thread, rating, tag, saved reply, option or workflow; 0 where a conversation has only one such fact.
  part bigint not null,
  at timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  customer_id bigint not null,
  -- The user who did it; 0 where no user did.
  user_id bigint not null,
  -- Tags of the conversation. All facts of a conversation are rewritten when its tags change.
  tag_ids bigint[] not null,
  seconds bigint,
  office_seconds bigint,
  amount integer not null default 0,
  -- The range of time into which it falls, numbered as in responses.
  range smallint,
  office_range smallint,
  chat_range smallint,
  -- Whether it is the first activity of its conversation in its week (UTC), or the first reply of its user there. Distinct
  -- conversations and customers of whole weeks are counted from these facts alone.
  first_activity boolean not null,
  first_reply boolean not null,
  primary key (conversation_id, kind, part)
);
-- Most queries are answered from these indexes without reading the facts.
create index report_facts_by_time on report_facts (kind, at) include (inbox_id, type, customer_id, tag_ids);
create index report_facts_by_user on report_facts (user_id, kind, at)
  include (inbox_id, type, customer_id, conversation_id)
  where user_id > 0;
create index report_facts_by_customer on report_facts (customer_id, at);
create index report_facts_by_part on report_facts (kind, part) where kind in ('answered', 'field');
create index report_facts_tagged on report_facts (part, at, inbox_id, type, customer_id) where kind = 'tagged';
create index report_facts_ran on report_facts (part) where kind = 'ran';
create index report_facts_active on report_facts (at) include (inbox_id, type, conversation_id, customer_id, tag_ids)
  where first_activity;
create index report_facts_helped on report_facts (at) include (inbox_id, type, customer_id, user_id, tag_ids)
  where first_reply;
-- For percentiles.
create index report_facts_times on report_facts (kind, at)
  include (inbox_id, type, amount, seconds, office_seconds, tag_ids) where seconds is not null;

-- Sums of facts, in the order of the lists in reports/facts/measures.ts. tag_id 0 stands for conversations with any tags or none,
-- user_id 0 for all users together.
create table report_hours (
  tag_id bigint not null,
  user_id bigint not null,
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  sums bigint[] not null,
  primary key (tag_id, user_id, period, inbox_id, type)
);
create table report_days (
  tag_id bigint not null,
  user_id bigint not null,
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  sums bigint[] not null,
  primary key (tag_id, user_id, period, inbox_id, type)
);
create index report_days_of_people on report_days (tag_id, period) where user_id > 0;
-- Only of single users. Sums of single users by tag are stored by week alone.
create table report_weeks (
  tag_id bigint not null,
  user_id bigint not null,
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  sums bigint[] not null,
  primary key (tag_id, user_id, period, inbox_id, type)
);
create index report_weeks_of_people on report_weeks (tag_id, period);
create table report_ranges (
  tag_id bigint not null,
  user_id bigint not null,
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  sums bigint[] not null,
  primary key (tag_id, user_id, period, inbox_id, type)
);

-- How many conversations that began in a week have a tag, a saved reply's answer or an option of a field.
create table report_tops (
  kind text not null,
  tag_id bigint not null,
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  part bigint not null,
  amount bigint not null,
  primary key (kind, tag_id, period, inbox_id, type, part)
);

-- A job writes the facts of conversations up to `last_id` that have no event, and continues after `done_id`.
create table report_progress (
  id boolean primary key default true check (id),
  done_id bigint not null,
  last_id bigint not null,
  -- Facts from this time on are in no sums yet: an empty database writes all facts first, and adds them up afterwards.
  summed_until timestamptz(3) not null default 'infinity'
);
insert into report_progress (done_id, last_id, summed_until) values (0, 0, '-infinity');

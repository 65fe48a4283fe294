-- The facts of conversations with a tag once more for each of their tags, in the order of time: a report by tag reads its own
-- alone, from the index (ADR 58).
create table report_tag_facts (
  tag_id bigint not null,
  at timestamptz(3) not null,
  conversation_id bigint not null,
  kind text not null,
  part bigint not null,
  inbox_id bigint not null,
  type text not null,
  customer_id bigint not null,
  user_id bigint not null,
  seconds bigint,
  office_seconds bigint,
  amount integer not null,
  range smallint,
  office_range smallint,
  chat_range smallint,
  primary key (tag_id, at, conversation_id, kind, part) include (inbox_id, type, customer_id, user_id, seconds,
    office_seconds, amount, range, office_range, chat_range)
);

-- How many of the times of a week are about as long, for percentiles; server/src/reports/notches.ts says how long.
create table report_times (
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  measure text not null,
  counts bigint[] not null,
  primary key (measure, period, inbox_id, type)
);

-- Both are empty, and resolutions have ranges of time now: everything is read again.
truncate report_facts, report_days, report_hours, report_ranges, report_tops, report_members;
update report_progress set done_id = 0, last_id = greatest(last_id, (select coalesce(max(id), 0) from conversations));

-- Facts from this moment on are in no sums yet: filling from nothing writes all facts first, and adds them up afterwards (ADR 55).
alter table report_progress add summed_until timestamptz(3) not null default 'infinity';

-- Everything is read again, so that nothing has to be moved; tops are kept by week from now on.
truncate report_facts, report_days, report_hours, report_ranges, report_tops, report_members;
update report_progress set done_id = 0, summed_until = '-infinity',
  last_id = greatest(last_id, (select coalesce(max(id), 0) from conversations));

-- Each has what most questions ask of a fact: they are answered without looking at the facts themselves.
drop index report_facts_by_time, report_facts_created, report_facts_ratings, report_facts_by_user;
create index report_facts_by_time on report_facts (kind, at) include (inbox_id, type, customer_id, tag_ids);
create index report_facts_by_user on report_facts (user_id, kind, at) include (inbox_id, type, customer_id, conversation_id)
  where user_id > 0;

-- Of single people, of all conversations and of those with a tag; of days only the former are kept, in report_days.
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

-- The customers of conversations that began, each as often as one did.
alter table report_members add began bytea;

-- Sums are added up by the statements that write them (server/src/reports/sums.ts).
drop function added(bigint[], bigint[]);

-- Sums by tag take the place of facts that were copied for each tag; tag_id 0 stands for all conversations together (ADR 58).
-- Everything is read again, so that nothing has to be moved.
drop table report_tag_facts, report_times, report_members;
truncate report_facts, report_days, report_hours, report_ranges, report_tops;
update report_progress set done_id = 0, last_id = greatest(last_id, (select coalesce(max(id), 0) from conversations));

-- Of its conversation. One that gets or loses a tag has all its facts written anew.
alter table report_facts add tag_ids bigint[] not null;
drop index report_facts_by_part;
create index report_facts_by_part on report_facts (kind, part) where kind in ('answered', 'field');
-- What began with a tag, for lists and for the customers who wrote most often.
create index report_facts_tagged on report_facts (part, at, inbox_id, type, customer_id) where kind = 'tagged';

alter table report_days add tag_id bigint not null,
  drop constraint report_days_pkey, add primary key (tag_id, user_id, period, inbox_id, type);
drop index report_days_of_people;
create index report_days_of_people on report_days (tag_id, period) where user_id > 0;
alter table report_ranges add tag_id bigint not null,
  drop constraint report_ranges_pkey, add primary key (tag_id, user_id, period, inbox_id, type);
alter table report_hours add tag_id bigint not null,
  drop constraint report_hours_pkey, add primary key (tag_id, user_id, period, inbox_id, type);
alter table report_tops add tag_id bigint not null,
  drop constraint report_tops_pkey, add primary key (kind, tag_id, period, inbox_id, type, part);

-- Who or what occurs in a day or a week, for what cannot be added up: ids, packed, and the seconds that times took
-- (server/src/reports/packed.ts). Of single people only whom they helped, of days no times.
create table report_members (
  tag_id bigint not null,
  user_id bigint not null,
  grain text not null check (grain in ('day', 'week')),
  period timestamptz(3) not null,
  inbox_id bigint not null,
  type text not null,
  conversations bytea,
  customers bytea,
  helped bytea,
  first bytea,
  response bytea,
  resolution bytea,
  first_office bytea,
  response_office bytea,
  resolution_office bytea,
  primary key (tag_id, user_id, grain, period, inbox_id, type)
);
create index report_members_of_people on report_members (tag_id, grain, period) where user_id > 0;

-- What is 0 is null, which takes no room: of most tags little happens in a day.
create or replace function added(bigint[], bigint[]) returns bigint[] language sql immutable as $$
  select array_agg(nullif(coalesce(one, 0) + coalesce(other, 0), 0) order by place)
  from unnest($1, $2) with ordinality as pairs (one, other, place)
$$;

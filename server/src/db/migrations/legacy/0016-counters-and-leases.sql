-- Counters of organizations are appended like all others (ADR 25): whoever writes for one large organization waits for
-- nobody. The columns of organizations, by which they are sorted, follow when settle_counts() comes by, every second.

create table organization_count_changes (
  id bigint generated always as identity primary key,
  -- Without references: a writer need not look at the organization, and what is told of one that is gone is dropped.
  organization_id bigint not null,
  -- Null where no inbox is concerned.
  inbox_id bigint,
  conversations integer not null default 0,
  customers integer not null default 0,
  -- When somebody last wrote; null says nothing of it.
  latest_at timestamptz(3)
);
create index organization_count_changes_by_organization on organization_count_changes (organization_id);

create view organization_inbox_totals as
  select organization_id, inbox_id, conversation_count as amount from organization_inboxes
  union all
  select organization_id, inbox_id, conversations from organization_count_changes where inbox_id is not null;
create view organization_totals as
  select id as organization_id, customer_count as customers, conversation_count as conversations,
    last_interaction_at as latest_at
  from organizations
  union all
  select organization_id, customers, conversations, latest_at from organization_count_changes;

-- A counter that has gone wrong is found and repaired; meanwhile it must not keep others from being settled.
alter table organizations
  drop constraint organizations_customer_count_check,
  drop constraint organizations_conversation_count_check;

-- Rows come and go all the time, and every total reads all that is there.
alter table conversation_count_changes set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
alter table tag_count_changes set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
alter table table_count_changes set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
alter table organization_count_changes set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Moves the oldest changes of each kind into the settled amounts and gives how many it moved. Of each kind in one
-- statement: a reader sees a change in exactly one of the two places. One at a time (the number spells "sums"), and
-- without ever waiting for a row while it holds others: what somebody holds is settled the next time.
drop function settle_counts();
create function settle_counts(at_most integer default 2147483647) returns bigint language plpgsql as $$
declare
  inboxes_now bigint[];
  settled bigint := 0;
  batch bigint;
begin
  perform pg_advisory_xact_lock(1937075571);
  -- Most seconds of most desks.
  if not exists (select from conversation_count_changes) and not exists (select from tag_count_changes)
    and not exists (select from table_count_changes) and not exists (select from organization_count_changes) then
    return 0;
  end if;
  inboxes_now := array(select id from inboxes order by id for key share skip locked);

  with moved as (
    delete from conversation_count_changes where id in (
      select id from conversation_count_changes where inbox_id = any(inboxes_now) order by id limit at_most)
    returning inbox_id, status, home_folder, assignee_id, amount
  ), summed as (
    insert into conversation_counts as kept (inbox_id, status, home_folder, assignee_id, amount)
    select inbox_id, status, home_folder, assignee_id, sum(amount) from moved group by 1, 2, 3, 4
    on conflict (inbox_id, status, home_folder, assignee_id) do update set amount = kept.amount + excluded.amount
  )
  select count(*) into batch from moved;
  settled := settled + batch;

  with free as (
    select id from tags where id in (select tag_id from tag_count_changes) order by id for key share skip locked
  ), moved as (
    delete from tag_count_changes where id in (
      select id from tag_count_changes
      where tag_id in (select id from free) and inbox_id = any(inboxes_now) order by id limit at_most)
    returning tag_id, inbox_id, status, home_folder, amount
  ), summed as (
    insert into tag_counts as kept (tag_id, inbox_id, status, home_folder, amount)
    select tag_id, inbox_id, status, home_folder, sum(amount) from moved group by 1, 2, 3, 4
    on conflict (tag_id, inbox_id, status, home_folder) do update set amount = kept.amount + excluded.amount
  )
  select count(*) into batch from moved;
  settled := settled + batch;

  with moved as (
    delete from table_count_changes where id in (select id from table_count_changes order by id limit at_most)
    returning table_name, amount
  ), summed as (
    insert into table_counts as kept (table_name, amount)
    select table_name, sum(amount) from moved group by 1
    on conflict (table_name) do update set amount = kept.amount + excluded.amount
  )
  select count(*) into batch from moved;
  settled := settled + batch;

  with free as (
    select id from organizations where id in (select organization_id from organization_count_changes)
    order by id for no key update skip locked
  ), moved as (
    delete from organization_count_changes where id in (
      select id from organization_count_changes changes
      where (organization_id in (select id from free)
          or not exists (select from organizations where organizations.id = changes.organization_id))
        and (inbox_id is null or inbox_id = any(inboxes_now)
          or not exists (select from inboxes where inboxes.id = changes.inbox_id))
      order by id limit at_most)
    returning organization_id, inbox_id, conversations, customers, latest_at
  ), told as (
    update organizations set conversation_count = conversation_count + summed.conversations,
      customer_count = customer_count + summed.customers,
      last_interaction_at = greatest(last_interaction_at, summed.latest_at)
    from (
      select organization_id, sum(conversations) as conversations, sum(customers) as customers, max(latest_at) as latest_at
      from moved group by 1
    ) summed
    where organizations.id = summed.organization_id
  ), summed as (
    insert into organization_inboxes as kept (organization_id, inbox_id, conversation_count)
    select organization_id, inbox_id, sum(conversations)
    from moved join free on free.id = organization_id
    where inbox_id = any(inboxes_now)
    group by 1, 2 having sum(conversations) <> 0
    on conflict (organization_id, inbox_id) do update
    set conversation_count = kept.conversation_count + excluded.conversation_count
  )
  select count(*) into batch from moved;
  return settled + batch;
end $$;

-- As in migration 0006, but for the organizations.
create or replace function count_conversations() returns trigger language plpgsql as $$
declare
  changes conversation_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, 1)
      ::conversation_change) into changes from came;
  elsif tg_op = 'DELETE' then
    select array_agg(row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, -1)
      ::conversation_change) into changes from gone;
  else
    select array_agg(change) into changes
    from (
      select row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, sum(amount)::integer)
        ::conversation_change as change
      from (select 1 as amount, came.* from came union all select -1, gone.* from gone) moved
      group by inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id
      having sum(amount) <> 0
    ) netted;
  end if;

  if tg_op <> 'DELETE' then
    insert into organization_count_changes (organization_id, latest_at)
    select organization_id, latest.at
    from (select organization_id, max(modified_at) as at from came where organization_id is not null group by 1) latest
    join organizations on organizations.id = organization_id
    where last_interaction_at is null or last_interaction_at < latest.at;
  end if;
  if changes is null then
    return null;
  end if;

  insert into conversation_count_changes (inbox_id, status, home_folder, assignee_id, amount)
  select inbox_id, status, home_folder, assignee_id, sum(amount) from unnest(changes)
  group by 1, 2, 3, 4 having sum(amount) <> 0;

  if tg_op = 'UPDATE' then
    insert into tag_count_changes (tag_id, inbox_id, status, home_folder, amount)
    select tag_id, inbox_id, status, home_folder, sum(amount)
    from (select 1 as amount, came.* from came union all select -1, gone.* from gone) moved
    join conversation_tags on conversation_id = moved.id
    group by 1, 2, 3, 4 having sum(amount) <> 0;
  end if;

  -- In id order, so that two writers over the same customers wait for one another instead of deadlocking.
  insert into customer_inboxes as kept (customer_id, inbox_id, conversation_count)
  select customer_id, inbox_id, sum(amount) from unnest(changes)
  where home_folder not in ('deleted', 'drafts')
  group by 1, 2 having sum(amount) <> 0 order by 1, 2
  on conflict (customer_id, inbox_id) do update
  set conversation_count = kept.conversation_count + excluded.conversation_count;

  insert into organization_count_changes (organization_id, inbox_id, conversations)
  select organization_id, inbox_id, sum(amount) from unnest(changes)
  where organization_id is not null and home_folder not in ('deleted', 'drafts')
  group by 1, 2 having sum(amount) <> 0;
  return null;
end $$;

create or replace function count_customers() returns trigger language plpgsql as $$
declare
  difference integer := 0;
begin
  if tg_op = 'INSERT' then
    select count(*) into difference from came;
    insert into organization_count_changes (organization_id, customers)
    select organization_id, count(*) from came where organization_id is not null group by 1;
  elsif tg_op = 'DELETE' then
    select -count(*) into difference from gone;
    insert into organization_count_changes (organization_id, customers)
    select organization_id, -count(*) from gone where organization_id is not null group by 1;
  else
    insert into organization_count_changes (organization_id, customers)
    select organization_id, sum(amount)
    from (select organization_id, 1 as amount from came union all select organization_id, -1 from gone) both_sides
    where organization_id is not null group by 1 having sum(amount) <> 0;
  end if;
  if difference <> 0 then
    insert into table_count_changes (table_name, amount) values ('customers', difference);
  end if;
  return null;
end $$;

-- Nodes that work through jobs, under the names by which the queue knows them. One that is not seen for some time has
-- lost its jobs: whoever finds that out removes the row.
create table job_nodes (
  id text primary key,
  seen_at timestamptz(3) not null default clock_timestamp()
);

-- Jobs whose node died while it worked on them; the numbers are those of the queue and never come again.
create table job_crashes (
  job_id bigint not null,
  node_id text not null,
  crashed_at timestamptz(3) not null default clock_timestamp(),
  primary key (job_id, node_id)
);
create index job_crashes_by_age on job_crashes (crashed_at);

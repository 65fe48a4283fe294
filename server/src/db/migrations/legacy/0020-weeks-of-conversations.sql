-- How many published conversations each week has, and between which numbers and identifiers these are (ADR 34). A range of
-- what never changes is counted from whole weeks, and a far page by age is read from the week that holds it.

-- Whoever is writing ends first, and all others wait: each change is either counted below or by the new function.
lock table conversations in share row exclusive mode;

create function start_of_week(week integer) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(week::double precision * 604800)
$$;

create table week_counts (
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  -- week_of(created_at)
  week integer not null,
  amount bigint not null,
  -- Of all that it ever had, so that they only grow apart.
  lowest_number bigint not null,
  highest_number bigint not null,
  lowest_id bigint not null,
  highest_id bigint not null,
  primary key (inbox_id, status, week)
);

-- Null in what corrects the other counters alone.
alter table conversation_count_changes
  add column week integer,
  add column lowest_number bigint,
  add column highest_number bigint,
  add column lowest_id bigint,
  add column highest_id bigint;

create view week_totals as
  select inbox_id, status, week, amount, lowest_number, highest_number, lowest_id, highest_id from week_counts
  union all
  select inbox_id, status, week, amount, lowest_number, highest_number, lowest_id, highest_id
  from conversation_count_changes where week is not null and home_folder not in ('deleted', 'drafts');

alter type conversation_change
  add attribute week integer,
  add attribute number bigint,
  add attribute id bigint;

-- As in migration 0016, but for the weeks.
create or replace function settle_counts(at_most integer default 2147483647) returns bigint language plpgsql as $$
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
    returning inbox_id, status, home_folder, assignee_id, week, lowest_number, highest_number, lowest_id, highest_id,
      amount
  ), summed as (
    insert into conversation_counts as kept (inbox_id, status, home_folder, assignee_id, amount)
    select inbox_id, status, home_folder, assignee_id, sum(amount) from moved group by 1, 2, 3, 4
    on conflict (inbox_id, status, home_folder, assignee_id) do update set amount = kept.amount + excluded.amount
  ), summed_by_week as (
    insert into week_counts as kept
      (inbox_id, status, week, amount, lowest_number, highest_number, lowest_id, highest_id)
    select inbox_id, status, week, sum(amount), min(lowest_number), max(highest_number), min(lowest_id), max(highest_id)
    from moved where week is not null and home_folder not in ('deleted', 'drafts') group by 1, 2, 3
    on conflict (inbox_id, status, week) do update set amount = kept.amount + excluded.amount,
      lowest_number = least(kept.lowest_number, excluded.lowest_number),
      highest_number = greatest(kept.highest_number, excluded.highest_number),
      lowest_id = least(kept.lowest_id, excluded.lowest_id),
      highest_id = greatest(kept.highest_id, excluded.highest_id)
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

-- As in migration 0016, but for the weeks, and by conversation.
create or replace function count_conversations() returns trigger language plpgsql as $$
declare
  changes conversation_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, 1,
      week_of(created_at), number, id)::conversation_change) into changes from came;
  elsif tg_op = 'DELETE' then
    select array_agg(row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, -1,
      week_of(created_at), number, id)::conversation_change) into changes from gone;
  else
    select array_agg(change) into changes
    from (
      select row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, sum(amount)::integer,
        week_of(created_at), number, id)::conversation_change as change
      from (select 1 as amount, came.* from came union all select -1, gone.* from gone) moved
      group by inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, week_of(created_at),
        number, id
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

  -- Also where one came for another that went: its number may be outside of all that the week had.
  insert into conversation_count_changes
    (inbox_id, status, home_folder, assignee_id, week, amount, lowest_number, highest_number, lowest_id, highest_id)
  select inbox_id, status, home_folder, assignee_id, week, sum(amount), min(number), max(number), min(id), max(id)
  from unnest(changes) group by 1, 2, 3, 4, 5;

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

insert into week_counts (inbox_id, status, week, amount, lowest_number, highest_number, lowest_id, highest_id)
select inbox_id, status, week_of(created_at), count(*), min(number), max(number), min(id), max(id) from conversations
where state = 'published' group by 1, 2, 3 order by 1, 2, 3;

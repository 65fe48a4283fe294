-- How many published conversations have last changed in each week: what has changed since a moment, or until one, is counted
-- from whole weeks (ADR 34).

-- Whoever is writing ends first, and all others wait: each change is either counted below or by the new functions.
lock table conversations in share row exclusive mode;

create table change_week_counts (
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  -- week_of(modified_at)
  week integer not null,
  amount bigint not null,
  primary key (inbox_id, status, week)
);

-- Null in what corrects the other counters alone.
alter table conversation_count_changes add column changed_week integer;

create view change_week_totals as
  select inbox_id, status, week, amount from change_week_counts
  union all
  select inbox_id, status, changed_week, amount from conversation_count_changes
  where changed_week is not null and home_folder not in ('deleted', 'drafts');

alter type conversation_change add attribute changed_week integer;

-- As before, but for the week of the last change.
create or replace function count_conversations() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  changes conversation_change[];
begin
  if tg_op = 'DELETE' then
    select array_agg(row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, -1,
      week_of(created_at), number, id, week_of(modified_at))::conversation_change) into changes from gone;
  else
    select array_agg(change) into changes
    from (
      select row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, sum(amount)::integer,
        week_of(min(created_at)), number, id, week_of(modified_at))::conversation_change as change
      from (select 1 as amount, came.* from came union all select -1, gone.* from gone) moved
      group by id, inbox_id, status, home_folder, assignee_id, customer_id, organization_id, number, week_of(modified_at)
      having sum(amount) <> 0
    ) netted;
  end if;
  if changes is null then
    return null;
  end if;

  -- Also where one came for another that went: its number may be outside of all that the week had.
  insert into conversation_count_changes
    (inbox_id, status, home_folder, assignee_id, week, changed_week, amount, lowest_number, highest_number, lowest_id,
      highest_id)
  select inbox_id, status, home_folder, assignee_id, week, changed_week, sum(amount), min(number), max(number), min(id), max(id)
  from unnest(changes) group by 1, 2, 3, 4, 5, 6;

  if tg_op = 'UPDATE' then
    insert into tag_count_changes (tag_id, inbox_id, status, home_folder, amount)
    select tag_id, inbox_id, status, home_folder, sum(amount)
    from unnest(changes) moved join conversation_tags on conversation_id = moved.id
    group by 1, 2, 3, 4 having sum(amount) <> 0;
  end if;

  -- Most changes leave a conversation with its customer, in its inbox and in sight.
  if tg_op = 'UPDATE' and not exists (
    select from unnest(changes)
    group by id, customer_id, inbox_id, organization_id, home_folder in ('deleted', 'drafts') having sum(amount) <> 0) then
    return null;
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

create or replace function count_new_conversations() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into conversation_count_changes
    (inbox_id, status, home_folder, assignee_id, week, changed_week, amount, lowest_number, highest_number, lowest_id,
      highest_id)
  select inbox_id, status, home_folder, coalesce(assignee_id, 0), week_of(created_at), week_of(modified_at), count(*),
    min(number), max(number), min(id), max(id)
  from came group by 1, 2, 3, 4, 5, 6;

  -- In id order, so that two writers over the same customers wait for one another instead of deadlocking.
  insert into customer_inboxes as kept (customer_id, inbox_id, conversation_count)
  select customer_id, inbox_id, count(*) from came where home_folder not in ('deleted', 'drafts')
  group by 1, 2 order by 1, 2
  on conflict (customer_id, inbox_id) do update
  set conversation_count = kept.conversation_count + excluded.conversation_count;

  insert into organization_count_changes (organization_id, inbox_id, conversations, latest_at)
  select organization_id, inbox_id, count(*) filter (where home_folder not in ('deleted', 'drafts')), max(modified_at)
  from came where organization_id is not null group by 1, 2;
  return null;
end $$;

create or replace function settle_counts(at_most integer default 2147483647) returns bigint language plpgsql as $$
declare
  inboxes_now bigint[];
  tags_now bigint[];
  organizations_now bigint[];
  newest bigint;
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

  select max(id) into newest from (
    select id from conversation_count_changes where inbox_id = any(inboxes_now) order by id limit at_most) oldest;
  with moved as (
    delete from conversation_count_changes where id <= newest and inbox_id = any(inboxes_now)
    returning inbox_id, status, home_folder, assignee_id, week, changed_week, lowest_number, highest_number, lowest_id,
      highest_id, amount
  ), summed as (
    insert into conversation_counts as kept (inbox_id, status, home_folder, assignee_id, amount)
    select inbox_id, status, home_folder, assignee_id, sum(amount) from moved group by 1, 2, 3, 4
    on conflict (inbox_id, status, home_folder, assignee_id) do update set amount = kept.amount + excluded.amount
  ), summed_whoever_has_them as (
    insert into cell_counts as kept (inbox_id, status, home_folder, amount)
    select inbox_id, status, home_folder, sum(amount) from moved group by 1, 2, 3
    on conflict (inbox_id, status, home_folder) do update set amount = kept.amount + excluded.amount
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
  ), summed_by_week_of_change as (
    insert into change_week_counts as kept (inbox_id, status, week, amount)
    select inbox_id, status, changed_week, sum(amount) from moved
    where changed_week is not null and home_folder not in ('deleted', 'drafts') group by 1, 2, 3 having sum(amount) <> 0
    on conflict (inbox_id, status, week) do update set amount = kept.amount + excluded.amount
  )
  select count(*) into batch from moved;
  settled := settled + batch;

  tags_now := array(
    select id from tags where id in (select tag_id from tag_count_changes) order by id for key share skip locked);
  select max(id) into newest from (
    select id from tag_count_changes where tag_id = any(tags_now) and inbox_id = any(inboxes_now)
    order by id limit at_most) oldest;
  with moved as (
    delete from tag_count_changes where id <= newest and tag_id = any(tags_now) and inbox_id = any(inboxes_now)
    returning tag_id, inbox_id, status, home_folder, amount
  ), summed as (
    insert into tag_counts as kept (tag_id, inbox_id, status, home_folder, amount)
    select tag_id, inbox_id, status, home_folder, sum(amount) from moved group by 1, 2, 3, 4
    on conflict (tag_id, inbox_id, status, home_folder) do update set amount = kept.amount + excluded.amount
  )
  select count(*) into batch from moved;
  settled := settled + batch;

  select max(id) into newest from (select id from table_count_changes order by id limit at_most) oldest;
  with moved as (
    delete from table_count_changes where id <= newest
    returning table_name, amount
  ), summed as (
    insert into table_counts as kept (table_name, amount)
    select table_name, sum(amount) from moved group by 1
    on conflict (table_name) do update set amount = kept.amount + excluded.amount
  )
  select count(*) into batch from moved;
  settled := settled + batch;

  organizations_now := array(
    select id from organizations where id in (select organization_id from organization_count_changes)
    order by id for no key update skip locked);
  select max(id) into newest from (
    select id from organization_count_changes changes
    where (organization_id = any(organizations_now)
        or not exists (select from organizations where organizations.id = changes.organization_id))
      and (inbox_id is null or inbox_id = any(inboxes_now)
        or not exists (select from inboxes where inboxes.id = changes.inbox_id))
    order by id limit at_most) oldest;
  with moved as (
    delete from organization_count_changes changes
    where id <= newest
      and (organization_id = any(organizations_now)
        or not exists (select from organizations where organizations.id = changes.organization_id))
      and (inbox_id is null or inbox_id = any(inboxes_now)
        or not exists (select from inboxes where inboxes.id = changes.inbox_id))
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
    from moved where organization_id = any(organizations_now) and inbox_id = any(inboxes_now)
    group by 1, 2 having sum(conversations) <> 0
    on conflict (organization_id, inbox_id) do update
    set conversation_count = kept.conversation_count + excluded.conversation_count
  )
  select count(*) into batch from moved;
  return settled + batch;
end $$;

insert into change_week_counts (inbox_id, status, week, amount)
select inbox_id, status, week_of(modified_at), count(*) from conversations where state = 'published' group by 1, 2, 3;

-- What a list passes by is compared inside the index that it walks: to look up the moment of the last change in the table took
-- five times as long. As keys, because what an index only includes is compared twice as slowly.
drop index conversations_by_age, conversations_by_change, conversations_by_wait, conversations_by_wait_down,
  conversations_by_number, conversations_by_subject, conversations_by_customer_name, conversations_by_customer_email;
create index conversations_by_age on conversations (inbox_id, status, created_at, id, assignee_id, modified_at, number)
  include (has_attachments, home_folder) where state = 'published';
create index conversations_by_change on conversations (inbox_id, status, modified_at, id, assignee_id, created_at, number)
  where state = 'published';
create index conversations_by_wait
  on conversations (inbox_id, status, waiting_since, id, assignee_id, created_at, modified_at, number)
  where state = 'published';
create index conversations_by_wait_down
  on conversations (inbox_id, status, waiting_since desc nulls last, id desc, assignee_id, created_at, modified_at, number)
  where state = 'published';
create index conversations_by_number
  on conversations (inbox_id, status, number, id, assignee_id, created_at, modified_at) where state = 'published';
create index conversations_by_subject
  on conversations (inbox_id, status, subject_key, id, assignee_id, created_at, modified_at, number)
  where state = 'published';
create index conversations_by_customer_name
  on conversations (inbox_id, status, customer_name_key, id, assignee_id, created_at, modified_at, number)
  where state = 'published';
create index conversations_by_customer_email
  on conversations (inbox_id, status, customer_email_key, id, assignee_id, created_at, modified_at, number)
  where state = 'published';

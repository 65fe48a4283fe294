-- As in migration 0022, but what is moved are the changes up to one of them. Named one by one, a plan that was made while
-- there was next to nothing to settle looked through all of them for each: ten thousand took more than a minute.
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
    returning inbox_id, status, home_folder, assignee_id, week, lowest_number, highest_number, lowest_id, highest_id,
      amount
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

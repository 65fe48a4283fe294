-- A list without an assignee added up hundreds of amounts, one for each. What each inbox has in each status and folder,
-- whoever has it, is kept beside them.

-- What is settled meanwhile would be counted in one table alone.
select pg_advisory_xact_lock(1937075571);

create table cell_counts (
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  amount bigint not null,
  primary key (inbox_id, status, home_folder)
);

create view cell_totals as
  select inbox_id, status, home_folder, amount from cell_counts
  union all
  select inbox_id, status, home_folder, amount from conversation_count_changes;

-- As in migration 0020, but for the cells.
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

insert into cell_counts (inbox_id, status, home_folder, amount)
select inbox_id, status, home_folder, sum(amount) from conversation_counts group by 1, 2, 3 order by 1, 2, 3;

-- Everything that a list of one's own drafts is ordered and counted by.
drop index conversations_drafts;
create index conversations_drafts on conversations (created_by_user_id, inbox_id, status)
  include (created_at, modified_at, number, waiting_since, subject_key, customer_name_key, customer_email_key, id)
  where state = 'draft';

-- The newest weeks of all cells, one after the other.
create index week_counts_by_week on week_counts (week, inbox_id, status) include (amount);

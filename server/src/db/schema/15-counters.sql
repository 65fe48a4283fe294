-- Totals are summaries. A writer appends its changes and waits for nobody; readers add up the settled amounts and the few
-- recent changes; settle_counts(), run every second, moves changes into amounts. Tables of changes are vacuumed early,
-- because rows come and go all the time and every total reads all of them.

create table conversation_counts (
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  -- 0 for unassigned conversations.
  assignee_id bigint not null,
  amount bigint not null,
  primary key (inbox_id, status, home_folder, assignee_id)
);
create index conversation_counts_by_assignee on conversation_counts (assignee_id, inbox_id);
-- The same over all assignees, so that a list without one does not add up hundreds of rows.
create table cell_counts (
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  amount bigint not null,
  primary key (inbox_id, status, home_folder)
);
create table conversation_count_changes (
  id bigint generated always as identity primary key,
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  assignee_id bigint not null,
  amount integer not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

create table tag_counts (
  tag_id bigint not null references tags on delete cascade,
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  amount bigint not null,
  primary key (tag_id, inbox_id, status, home_folder)
);
create table tag_count_changes (
  id bigint generated always as identity primary key,
  tag_id bigint not null references tags on delete cascade,
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  amount integer not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- How many rows a whole table has, and how many customers an inbox has.
create table table_counts (
  table_name text primary key,
  amount bigint not null
);
create table table_count_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  amount integer not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- For each inbox, because a reader learns only of inboxes that they may see. Only published conversations count. Writers
-- wait for one another here only if they write for the same customer.
create table customer_inboxes (
  customer_id bigint not null references customers on delete cascade,
  inbox_id bigint not null references inboxes on delete cascade,
  conversation_count bigint not null,
  -- A column, because a condition on the count in an index would make every count a write to that index.
  holds boolean not null generated always as (conversation_count > 0) stored,
  -- The customer's created_at, which never changes.
  customer_created_at timestamptz(3) not null,
  primary key (customer_id, inbox_id)
);
create index customer_inboxes_by_inbox on customer_inboxes (inbox_id, customer_created_at, customer_id) where holds;

create table organization_inboxes (
  organization_id bigint not null references organizations on delete cascade,
  inbox_id bigint not null references inboxes on delete cascade,
  conversation_count bigint not null,
  primary key (organization_id, inbox_id)
);
create index organization_inboxes_by_inbox on organization_inboxes (inbox_id);
-- Appended like all others, so that writers for one large organization do not wait for one another. Without foreign keys:
-- a writer need not read the organization, and changes of a deleted one are dropped.
create table organization_count_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  -- Null where no inbox is concerned.
  inbox_id bigint,
  conversations integer not null default 0,
  customers integer not null default 0,
  -- The last interaction; null if it has not changed.
  latest_at timestamptz(3)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
create index organization_count_changes_by_organization on organization_count_changes (organization_id);

create view conversation_totals as
  select inbox_id, status, home_folder, assignee_id, amount from conversation_counts
  union all
  select inbox_id, status, home_folder, assignee_id, amount from conversation_count_changes;
create view cell_totals as
  select inbox_id, status, home_folder, amount from cell_counts
  union all
  select inbox_id, status, home_folder, amount from conversation_count_changes;
create view tag_totals as
  select tag_id, inbox_id, status, home_folder, amount from tag_counts
  union all
  select tag_id, inbox_id, status, home_folder, amount from tag_count_changes;
create view table_totals as
  select table_name, amount from table_counts
  union all
  select table_name, amount from table_count_changes;
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

-- Moves the oldest changes of each kind into the amounts and returns how many it moved. One statement for each kind: a
-- reader sees a change in exactly one of the two places. It runs once at a time (the number spells "sums"), and never
-- waits for a row while it holds others: locked rows are settled the next time. Changes are deleted by `id <= newest`
-- instead of by a list of ids, whose plan, once made for few rows, scanned all of them for each id.
create function settle_counts(at_most integer default 2147483647) returns bigint language plpgsql as $$
declare
  inboxes_now bigint[];
  tags_now bigint[];
  organizations_now bigint[];
  newest bigint;
  settled bigint := 0;
  batch bigint;
begin
  perform pg_advisory_xact_lock(1937075571);
  -- Usually there is nothing to settle.
  if not exists (select from conversation_count_changes) and not exists (select from tag_count_changes)
    and not exists (select from table_count_changes) and not exists (select from organization_count_changes) then
    return 0;
  end if;
  inboxes_now := array(select id from inboxes order by id for key share skip locked);

  select max(id) into newest from (
    select id from conversation_count_changes where inbox_id = any(inboxes_now) order by id limit at_most) oldest;
  with moved as (
    delete from conversation_count_changes where id <= newest and inbox_id = any(inboxes_now)
    returning inbox_id, status, home_folder, assignee_id, amount
  ), summed as (
    insert into conversation_counts as kept (inbox_id, status, home_folder, assignee_id, amount)
    select inbox_id, status, home_folder, assignee_id, sum(amount) from moved group by 1, 2, 3, 4
    on conflict (inbox_id, status, home_folder, assignee_id) do update set amount = kept.amount + excluded.amount
  ), summed_whoever_has_them as (
    insert into cell_counts as kept (inbox_id, status, home_folder, amount)
    select inbox_id, status, home_folder, sum(amount) from moved group by 1, 2, 3
    on conflict (inbox_id, status, home_folder) do update set amount = kept.amount + excluded.amount
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

-- Totals are known, not counted. A writer appends what it changed and waits for nobody; readers add up the
-- settled amounts and the few recent changes; settle_counts(), run every minute, moves changes into amounts.

create table conversation_counts (
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  -- 0 is nobody.
  assignee_id bigint not null,
  amount bigint not null,
  primary key (inbox_id, status, home_folder, assignee_id)
);
create index conversation_counts_by_assignee on conversation_counts (assignee_id, inbox_id);
create table conversation_count_changes (
  id bigint generated always as identity primary key,
  inbox_id bigint not null references inboxes on delete cascade,
  status text not null,
  home_folder text not null,
  assignee_id bigint not null,
  amount integer not null
);

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
);

-- How many rows a whole table has.
create table table_counts (
  table_name text primary key,
  amount bigint not null
);
create table table_count_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  amount integer not null
);

-- Per inbox, because a reader is told only of the inboxes they may see. Writers meet here only over one customer
-- or one organization. Only published conversations count.
create table customer_inboxes (
  customer_id bigint not null references customers on delete cascade,
  inbox_id bigint not null references inboxes on delete cascade,
  conversation_count bigint not null,
  primary key (customer_id, inbox_id)
);
create index customer_inboxes_by_inbox on customer_inboxes (inbox_id, customer_id) where conversation_count > 0;
create table organization_inboxes (
  organization_id bigint not null references organizations on delete cascade,
  inbox_id bigint not null references inboxes on delete cascade,
  conversation_count bigint not null,
  primary key (organization_id, inbox_id)
);
create index organization_inboxes_by_inbox on organization_inboxes (inbox_id);

create view conversation_totals as
  select inbox_id, status, home_folder, assignee_id, amount from conversation_counts
  union all
  select inbox_id, status, home_folder, assignee_id, amount from conversation_count_changes;
create view tag_totals as
  select tag_id, inbox_id, status, home_folder, amount from tag_counts
  union all
  select tag_id, inbox_id, status, home_folder, amount from tag_count_changes;
create view table_totals as
  select table_name, amount from table_counts
  union all
  select table_name, amount from table_count_changes;

create function settle_counts() returns void language sql as $$
  with moved as (delete from conversation_count_changes returning inbox_id, status, home_folder, assignee_id, amount)
  insert into conversation_counts as settled (inbox_id, status, home_folder, assignee_id, amount)
  select inbox_id, status, home_folder, assignee_id, sum(amount) from moved group by 1, 2, 3, 4
  on conflict (inbox_id, status, home_folder, assignee_id) do update set amount = settled.amount + excluded.amount;

  with moved as (delete from tag_count_changes returning tag_id, inbox_id, status, home_folder, amount)
  insert into tag_counts as settled (tag_id, inbox_id, status, home_folder, amount)
  select tag_id, inbox_id, status, home_folder, sum(amount) from moved group by 1, 2, 3, 4
  on conflict (tag_id, inbox_id, status, home_folder) do update set amount = settled.amount + excluded.amount;

  with moved as (delete from table_count_changes returning table_name, amount)
  insert into table_counts as settled (table_name, amount)
  select table_name, sum(amount) from moved group by 1
  on conflict (table_name) do update set amount = settled.amount + excluded.amount;
$$;

create type conversation_change as (
  inbox_id bigint, status text, home_folder text, assignee_id bigint, customer_id bigint, organization_id bigint,
  amount integer
);

-- Rows that came count +1, rows that went -1. An update that moves nothing between cells ends after the first query.
create function count_conversations() returns trigger language plpgsql as $$
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
    update organizations set last_interaction_at = latest.at
    from (select organization_id, max(modified_at) as at from came where organization_id is not null group by 1) latest
    where organizations.id = latest.organization_id
      and (organizations.last_interaction_at is null or organizations.last_interaction_at < latest.at);
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

  -- An organization that is being deleted is gone already when its conversations are told.
  insert into organization_inboxes as kept (organization_id, inbox_id, conversation_count)
  select organization_id, inbox_id, sum(amount)
  from unnest(changes) join organizations on organizations.id = organization_id
  where home_folder not in ('deleted', 'drafts')
  group by 1, 2 having sum(amount) <> 0 order by 1, 2
  on conflict (organization_id, inbox_id) do update
  set conversation_count = kept.conversation_count + excluded.conversation_count;

  update organizations set conversation_count = conversation_count + moved.amount
  from (
    select organization_id, sum(amount) as amount from unnest(changes)
    where organization_id is not null and home_folder not in ('deleted', 'drafts')
    group by 1 having sum(amount) <> 0
  ) moved
  where organizations.id = moved.organization_id;
  return null;
end $$;
create trigger count_new_conversations after insert on conversations referencing new table as came
  for each statement execute function count_conversations();
create trigger count_changed_conversations after update on conversations referencing new table as came old table as gone
  for each statement execute function count_conversations();
create trigger count_gone_conversations after delete on conversations referencing old table as gone
  for each statement execute function count_conversations();

create function count_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tag_count_changes (tag_id, inbox_id, status, home_folder, amount)
    select tag_id, inbox_id, status, home_folder, count(*)
    from came join conversations on conversations.id = conversation_id group by 1, 2, 3, 4;
  else
    insert into tag_count_changes (tag_id, inbox_id, status, home_folder, amount)
    select tag_id, inbox_id, status, home_folder, -count(*)
    from gone join conversations on conversations.id = conversation_id group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
create trigger count_new_tags after insert on conversation_tags referencing new table as came
  for each statement execute function count_tags();
create trigger count_gone_tags after delete on conversation_tags referencing old table as gone
  for each statement execute function count_tags();

-- A tag that comes or goes while the conversation changes cells would be counted in the wrong one: the lock makes
-- one wait for the other.
create function hold_tagged_conversation() returns trigger language plpgsql as $$
declare
  tagged bigint := case when tg_op = 'DELETE' then old.conversation_id else new.conversation_id end;
  born timestamptz(3);
begin
  select created_at into born from conversations where id = tagged for no key update;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.created_at := born;
  return new;
end $$;
create trigger hold_tagged_conversation before insert or delete on conversation_tags
  for each row execute function hold_tagged_conversation();

create function count_customers() returns trigger language plpgsql as $$
declare
  difference integer;
begin
  difference := 0;
  if tg_op = 'INSERT' then
    select count(*) into difference from came;
    update organizations set customer_count = customer_count + joined.amount
    from (select organization_id, count(*) as amount from came where organization_id is not null group by 1) joined
    where organizations.id = joined.organization_id;
  elsif tg_op = 'DELETE' then
    select -count(*) into difference from gone;
    update organizations set customer_count = customer_count - left_it.amount
    from (select organization_id, count(*) as amount from gone where organization_id is not null group by 1) left_it
    where organizations.id = left_it.organization_id;
  else
    update organizations set customer_count = customer_count + moved.amount
    from (
      select organization_id, sum(amount) as amount
      from (select organization_id, 1 as amount from came union all select organization_id, -1 from gone) both_sides
      where organization_id is not null group by 1 having sum(amount) <> 0
    ) moved
    where organizations.id = moved.organization_id;
  end if;
  if difference <> 0 then
    insert into table_count_changes (table_name, amount) values ('customers', difference);
  end if;
  return null;
end $$;
create trigger count_new_customers after insert on customers referencing new table as came
  for each statement execute function count_customers();
create trigger count_changed_customers after update on customers referencing new table as came old table as gone
  for each statement execute function count_customers();
create trigger count_gone_customers after delete on customers referencing old table as gone
  for each statement execute function count_customers();

create function count_organizations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into table_count_changes (table_name, amount) select 'organizations', count(*) from came having count(*) > 0;
  else
    insert into table_count_changes (table_name, amount) select 'organizations', -count(*) from gone having count(*) > 0;
  end if;
  return null;
end $$;
create trigger count_new_organizations after insert on organizations referencing new table as came
  for each statement execute function count_organizations();
create trigger count_gone_organizations after delete on organizations referencing old table as gone
  for each statement execute function count_organizations();

-- A conversation carries its customer's name, first address and organization. The locks make whoever changes the
-- customer and whoever brings a conversation wait for one another; else one would not see the other's row.
create function sort_key(text) returns text language sql immutable parallel safe as $$ select left(lower($1), 60) $$;

create function first_email(customer bigint) returns text language sql stable as $$
  select coalesce((select value from customer_emails where customer_id = customer order by id limit 1), '')
$$;

create function copy_customer_to_conversation() returns trigger language plpgsql as $$
begin
  select sort_key(concat_ws(' ', first_name, last_name)), sort_key(first_email(id)), organization_id
  into new.customer_name_key, new.customer_email_key, new.organization_id
  from customers where id = new.customer_id for share;
  return new;
end $$;
create trigger copy_customer_to_conversation before insert or update of customer_id on conversations
  for each row execute function copy_customer_to_conversation();

create function copy_customer_change() returns trigger language plpgsql as $$
declare
  name text := sort_key(concat_ws(' ', new.first_name, new.last_name));
begin
  update conversations set customer_name_key = name, organization_id = new.organization_id
  where customer_id = new.id
    and (customer_name_key, organization_id) is distinct from (name, new.organization_id);
  return null;
end $$;
create trigger copy_customer_change after update of first_name, last_name, organization_id on customers
  for each row execute function copy_customer_change();

create function copy_email_change() returns trigger language plpgsql as $$
declare
  customer bigint := case when tg_op = 'DELETE' then old.customer_id else new.customer_id end;
  address text;
begin
  perform from customers where id = customer for no key update;
  address := sort_key(first_email(customer));
  update conversations set customer_email_key = address where customer_id = customer and customer_email_key <> address;
  return null;
end $$;
create trigger copy_email_change after insert or update or delete on customer_emails
  for each row execute function copy_email_change();

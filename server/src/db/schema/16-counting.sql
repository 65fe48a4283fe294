-- The triggers that append changes to the counters.

create type conversation_change as (
  inbox_id bigint, status text, home_folder text, assignee_id bigint, customer_id bigint, organization_id bigint,
  amount integer, id bigint
);

-- Inserted and new rows count +1, deleted and old rows -1. An update that moves nothing between cells ends after the first
-- query. Counting triggers keep generic plans: custom ones depend on how many rows there are, and are made anew each time.
create function count_conversations() returns trigger
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  changes conversation_change[];
begin
  if tg_op = 'DELETE' then
    select array_agg(row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, -1,
      id)::conversation_change) into changes from gone;
  else
    select array_agg(change) into changes
    from (
      select row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, sum(amount)::integer,
        id)::conversation_change as change
      from (select 1 as amount, came.* from came union all select -1, gone.* from gone) moved
      group by id, inbox_id, status, home_folder, assignee_id, customer_id, organization_id
      having sum(amount) <> 0
    ) netted;
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
    from unnest(changes) moved join conversation_tags on conversation_id = moved.id
    group by 1, 2, 3, 4 having sum(amount) <> 0;
  end if;

  -- Usually customer, inbox and visibility stay the same.
  if tg_op = 'UPDATE' and not exists (
    select from unnest(changes)
    group by id, customer_id, inbox_id, organization_id, home_folder in ('deleted', 'drafts') having sum(amount) <> 0) then
    return null;
  end if;

  -- In id order, so that two writers for the same customers wait for one another instead of deadlocking.
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
create trigger count_changed_conversations after update on conversations
  referencing new table as came old table as gone
  for each statement execute function count_conversations();
create trigger count_gone_conversations after delete on conversations referencing old table as gone
  for each statement execute function count_conversations();

create function count_new_conversations() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into conversation_count_changes (inbox_id, status, home_folder, assignee_id, amount)
  select inbox_id, status, home_folder, coalesce(assignee_id, 0), count(*) from came group by 1, 2, 3, 4;

  -- In id order, so that two writers for the same customers wait for one another instead of deadlocking.
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
create trigger count_new_conversations after insert on conversations referencing new table as came
  for each statement execute function count_new_conversations();

-- On any update, because a trigger copies the organization along with the customer.
create function note_interaction() returns trigger language plpgsql as $$
begin
  insert into organization_count_changes (organization_id, latest_at)
  select id, new.modified_at from organizations
  where id = new.organization_id and (last_interaction_at is null or last_interaction_at < new.modified_at);
  return null;
end $$;
create trigger note_interaction after update on conversations
  for each row when (new.organization_id is not null
    and (new.modified_at > old.modified_at or new.organization_id is distinct from old.organization_id))
  execute function note_interaction();

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

create function count_customers() returns trigger language plpgsql as $$
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

create function copy_customer_age() returns trigger language plpgsql as $$
begin
  select created_at into new.customer_created_at from customers where id = new.customer_id;
  return new;
end $$;
create trigger copy_customer_age before insert on customer_inboxes
  for each row when (new.customer_created_at is null) execute function copy_customer_age();

-- The name of the counter.
create function customers_of(inbox bigint) returns text language sql immutable parallel safe as $$
  select 'customers of inbox ' || inbox
$$;

create function count_customers_of_inboxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into table_count_changes (table_name, amount)
    select customers_of(inbox_id), count(*) from came where holds group by inbox_id;
  elsif tg_op = 'DELETE' then
    insert into table_count_changes (table_name, amount)
    select customers_of(inbox_id), -count(*) from gone where holds group by inbox_id;
  else
    insert into table_count_changes (table_name, amount)
    values (customers_of(new.inbox_id), case when new.holds then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger count_new_customers_of_inboxes after insert on customer_inboxes referencing new table as came
  for each statement execute function count_customers_of_inboxes();
create trigger count_changed_customers_of_inboxes after update on customer_inboxes
  for each row when (old.holds <> new.holds) execute function count_customers_of_inboxes();
create trigger count_gone_customers_of_inboxes after delete on customer_inboxes referencing old table as gone
  for each statement execute function count_customers_of_inboxes();

-- What every new conversation and every new thread pays for being counted and found (ADR 38): the same rows as before,
-- by fewer statements.

-- Whoever is writing ends first, and all others wait: each change is counted and listed by one of the two.
lock table conversations, search_entries in share row exclusive mode;

create aggregate words_together (tsvector) (sfunc = tsvector_concat, stype = tsvector, initcond = '', parallel = safe);

-- As in migration 0011, the words in another way: vectors are put together, and only what gets a mark is taken apart.
-- Where there might be more than a vector holds, it is done as before. Not in SQL, because PostgreSQL reads and analyses
-- the body of such a function anew for every row that is indexed, to see whether it can be put in place of the call.
-- With the schema, which nobody has in their path while an index is made.
create or replace function searched_words(conversation bigint, version integer) returns tsvector
  language plpgsql immutable parallel safe cost 100000 as $$
declare
  amount bigint;
  bodies tsvector;
  marked text[];
begin
  select max(total), public.words_together(strip(ts_filter(words, '{d}'))) filter (where thread_id > 0 and total <= 2000),
    array(select '@' || unnest(tsvector_to_array(
      public.words_together(strip(ts_filter(words, '{b}'))) filter (where thread_id > 0 and total <= 2000))))
    || array(select '/' || unnest(tsvector_to_array(public.words_together(strip(words)) filter (where thread_id = 0))))
  into amount, bodies, marked
  from (
    select thread_id, words, sum(length(words)) over () as total
    from public.search_entries where conversation_id = conversation offset 0
  ) as entries;
  marked := marked || array(
    select unnest(array[
      case when state not in ('draft', 'review') and type in ('message', 'chat') then '#' || created_by_id end,
      case when state <> 'draft' and type <> 'lineitem' then '%' || customer_id end])
    from public.threads where conversation_id = conversation
    union all
    select '$' || customer_id from public.conversations where id = conversation
    union all
    select '+' || tag_id from public.conversation_tags where conversation_id = conversation
    union all
    select '=' || field_id || ':' || value from public.conversation_fields
    where conversation_id = conversation and char_length(value) <= 255);
  marked := array_remove(marked, null);
  if amount > 2000 then
    marked := public.fitting_words(marked || array(
      select unnest(tsvector_to_array(ts_filter(words, '{d}'))) from public.search_entries
      where conversation_id = conversation and thread_id > 0
      union all
      select '@' || unnest(tsvector_to_array(ts_filter(words, '{b}'))) from public.search_entries
      where conversation_id = conversation and thread_id > 0));
  end if;
  return bodies || array_to_tsvector(marked);
end $$;

-- A conversation is listed with its first entries, of which its subject always has one: so the index takes up its words
-- once. As in migration 0011, the lock is a statement of its own.
drop trigger list_new_searched_conversation on conversations;
create function note_new_entries() returns trigger language plpgsql as $$
declare
  noted bigint;
begin
  for noted in select distinct conversation_id from changed order by 1 loop
    perform from searched_conversations where conversation_id = noted for update;
    if found then
      update searched_conversations set version = version + 1 where conversation_id = noted;
    else
      insert into searched_conversations as listed (conversation_id, inbox_id, status, created_at, week)
      select id, inbox_id, status, created_at, week_of(created_at) from conversations
      where id = noted and state = 'published'
      on conflict (conversation_id) do update set version = listed.version + 1;
    end if;
  end loop;
  return null;
end $$;
drop trigger note_new_entries on search_entries;
create trigger note_new_entries after insert on search_entries referencing new table as changed
  for each statement execute function note_new_entries();

-- Read from the row that is held, addresses too: whoever waits for the lock sees them as they are after it.
create or replace function copy_customer_to_conversation() returns trigger language plpgsql as $$
begin
  select sort_key(concat_ws(' ', first_name, last_name)), left(split_part(addresses, e'\n', 1), 60), organization_id
  into new.customer_name_key, new.customer_email_key, new.organization_id
  from customers where id = new.customer_id for share;
  return new;
end $$;

-- Conversations come one by one; those of a seed are counted otherwise.
create function count_new_conversation() returns trigger language plpgsql as $$
declare
  published integer := (new.home_folder not in ('deleted', 'drafts'))::integer;
begin
  insert into conversation_count_changes
    (inbox_id, status, home_folder, assignee_id, week, amount, lowest_number, highest_number, lowest_id, highest_id)
  values (new.inbox_id, new.status, new.home_folder, coalesce(new.assignee_id, 0), week_of(new.created_at), 1,
    new.number, new.number, new.id, new.id);
  if published = 1 then
    -- Most customers have written to the inbox before.
    update customer_inboxes set conversation_count = conversation_count + 1
    where customer_id = new.customer_id and inbox_id = new.inbox_id;
    if not found then
      insert into customer_inboxes as kept (customer_id, inbox_id, conversation_count)
      values (new.customer_id, new.inbox_id, 1)
      on conflict (customer_id, inbox_id) do update set conversation_count = kept.conversation_count + 1;
    end if;
  end if;
  if new.organization_id is not null then
    insert into organization_count_changes (organization_id, inbox_id, conversations, latest_at)
    values (new.organization_id, new.inbox_id, published, new.modified_at);
  end if;
  return null;
end $$;
drop trigger count_new_conversations on conversations;
create trigger count_new_conversations after insert on conversations
  for each row execute function count_new_conversation();

create function note_interaction() returns trigger language plpgsql as $$
begin
  insert into organization_count_changes (organization_id, latest_at)
  select id, new.modified_at from organizations
  where id = new.organization_id and (last_interaction_at is null or last_interaction_at < new.modified_at);
  return null;
end $$;
-- Whatever is set: another trigger copies the organization along with the customer.
create trigger note_interaction after update on conversations
  for each row when (new.organization_id is not null
    and (new.modified_at > old.modified_at or new.organization_id is distinct from old.organization_id))
  execute function note_interaction();

-- As in migration 0020, but for what the two functions above do.
create or replace function count_conversations() returns trigger language plpgsql as $$
declare
  changes conversation_change[];
begin
  if tg_op = 'DELETE' then
    select array_agg(row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, -1,
      week_of(created_at), number, id)::conversation_change) into changes from gone;
  else
    select array_agg(change) into changes
    from (
      select row(inbox_id, status, home_folder, coalesce(assignee_id, 0), customer_id, organization_id, sum(amount)::integer,
        week_of(min(created_at)), number, id)::conversation_change as change
      from (select 1 as amount, came.* from came union all select -1, gone.* from gone) moved
      group by id, inbox_id, status, home_folder, assignee_id, customer_id, organization_id, number
      having sum(amount) <> 0
    ) netted;
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

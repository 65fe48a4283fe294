-- What many new conversations and threads of one statement pay for being counted and found (ADR 39): a few statements for
-- all of them instead of a few for each. Their plans do not depend on how many there are, and are made once.

-- Whoever is writing ends first, and all others wait: each change is counted and listed by one of the two.
lock table conversations, search_entries in share row exclusive mode;

-- As in migration 0024, of all conversations at once.
create or replace function note_new_entries() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  noted bigint[] := array(select distinct conversation_id from changed);
  renewed bigint := 0;
begin
  perform from searched_conversations where conversation_id = any(noted) order by conversation_id for update;
  if found then
    update searched_conversations set version = version + 1 where conversation_id = any(noted);
    get diagnostics renewed = row_count;
  end if;
  if renewed < cardinality(noted) then
    insert into searched_conversations as listed (conversation_id, inbox_id, status, created_at, week)
    select id, inbox_id, status, created_at, week_of(created_at) from conversations
    where id = any(noted) and state = 'published'
      and not exists (select from searched_conversations where conversation_id = conversations.id)
    order by id
    on conflict (conversation_id) do update set version = listed.version + 1;
  end if;
  return null;
end $$;

create function count_new_conversations() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into conversation_count_changes
    (inbox_id, status, home_folder, assignee_id, week, amount, lowest_number, highest_number, lowest_id, highest_id)
  select inbox_id, status, home_folder, coalesce(assignee_id, 0), week_of(created_at), count(*), min(number), max(number),
    min(id), max(id)
  from came group by 1, 2, 3, 4, 5;

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
drop trigger count_new_conversations on conversations;
drop function count_new_conversation();
create trigger count_new_conversations after insert on conversations referencing new table as came
  for each statement execute function count_new_conversations();

alter function count_conversations() set plan_cache_mode = force_generic_plan;
alter function list_searched_conversation() set plan_cache_mode = force_generic_plan;
alter function renew_searched_words(bigint[]) set plan_cache_mode = force_generic_plan;

-- ANALYZE puts the words of 30,000 conversations together, which takes seconds: not for every tenth of a small desk.
alter table searched_conversations set (autovacuum_analyze_threshold = 5000);

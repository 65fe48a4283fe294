-- An added thread brings a few words, and the index takes all of its conversation anew. So they first wait here, where every
-- search looks too, and are put into the index by somebody for whom nobody waits (ADR 63). No foreign key: rows whose
-- conversation is gone find nothing, and are cleared away with the others.
create table new_words (
  conversation_id bigint not null,
  thread_id bigint not null,
  -- As searched_words() would have them of this thread alone.
  words tsvector not null,
  primary key (conversation_id, thread_id)
);

create or replace function note_new_entries() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  noted bigint[] := array(select distinct conversation_id from changed);
  known bigint[] := array(select conversation_id from searched_conversations where conversation_id = any(noted));
begin
  if cardinality(known) > 0 then
    -- Every search reads all that waits: not too much, and nothing long. A subject has marks of its own.
    if pg_relation_size('public.new_words') >= 4000000
      or exists (select from changed where conversation_id = any(known) and (thread_id = 0 or length(words) > 200))
    then
      perform renew_searched_words(known);
    else
      insert into new_words (conversation_id, thread_id, words)
      select changed.conversation_id, thread_id, strip(ts_filter(words, '{d}')) || array_to_tsvector(array_remove(
        array(select '@' || unnest(tsvector_to_array(ts_filter(words, '{b}')))) || array[
          case when state not in ('draft', 'review') and type in ('message', 'chat') then '#' || created_by_id end,
          case when state <> 'draft' and type <> 'lineitem' then '%' || customer_id end], null))
      from changed left join threads on threads.id = thread_id
      where changed.conversation_id = any(known)
      on conflict (conversation_id, thread_id) do update set words = excluded.words;
    end if;
  end if;
  if cardinality(known) < cardinality(noted) then
    insert into searched_conversations as listed (conversation_id, inbox_id, status, created_at, week)
    select id, inbox_id, status, created_at, week_of(created_at) from conversations
    where id = any(noted) and state = 'published' and id <> all(known)
    order by id
    on conflict (conversation_id) do update set version = listed.version + 1;
  end if;
  return null;
end $$;

create or replace function renew_searched_words(changed bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform from searched_conversations where conversation_id = any(changed) order by conversation_id for update;
  -- Before words are gathered: what comes in between stays there.
  delete from new_words where conversation_id = any(changed);
  update searched_conversations set version = version + 1 where conversation_id = any(changed);
end $$;

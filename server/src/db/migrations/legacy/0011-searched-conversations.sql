-- Which conversations hold a word (ADR 20): one narrow row for each published conversation, and one index over the words
-- of all its entries. A word that thousands hold is counted and put in order from here alone.

-- Nobody finds a conversation by what somebody else has only drafted: an entry comes when its thread is published.
delete from search_entries entry using threads
where threads.state = 'draft' and threads.conversation_id = entry.conversation_id and threads.id = entry.thread_id;

drop index search_entries_by_word;
alter table search_entries drop column week;

create table searched_conversations (
  conversation_id bigint primary key references conversations on delete cascade,
  inbox_id bigint not null,
  status text not null,
  created_at timestamptz(3) not null,
  -- Weeks since 1970 of created_at, which never changes: a page of the newest is found without looking at the rest.
  week integer not null,
  -- Grows whenever the words may have changed, which makes the index look at them anew.
  version integer not null default 0
)
-- The cost of searched_words(), which is there so that the index is used always, would call other processes to help with
-- every search, and that takes longer than most searches.
with (parallel_workers = 0);

-- A vector holds at most 1 MB of words. Of more, the last in the alphabet are left out.
create function fitting_words(words text[]) returns text[] language sql immutable parallel safe as $$
  select array_agg(word) filter (where bytes < 1000000)
  from (
    select word, sum(octet_length(word)) over (order by word collate "C") as bytes
    from (select distinct word from unnest(words) as word) as each
  ) as sized
$$;

-- Every word of a conversation, with a mark before those that are not of a body: / subject, @ address, # who replied,
-- $ the customer, % a thread's customer, + a tag, = a field and its value (only multi-line ones are longer than that).
--
-- It reads tables and yet is called immutable, because an index demands it: for one version the answer is always the
-- same, and the triggers below begin another whenever it would not be.
create function searched_words(conversation bigint, version integer) returns tsvector
  language sql immutable parallel safe cost 100000
begin atomic
  select case
    when sum(octet_length(word)) < 1000000 then array_to_tsvector(array_agg(word))
    else array_to_tsvector(fitting_words(array_agg(word)))
  end
  from (
    select unnest(tsvector_to_array(ts_filter(words, '{d}'))) as word from search_entries
    where conversation_id = conversation and thread_id > 0
    union all
    select '@' || unnest(tsvector_to_array(ts_filter(words, '{b}'))) from search_entries
    where conversation_id = conversation and thread_id > 0
    union all
    select '/' || unnest(tsvector_to_array(words)) from search_entries
    where conversation_id = conversation and thread_id = 0
    union all
    select '#' || created_by_id from threads
    where conversation_id = conversation and state not in ('draft', 'review') and type in ('message', 'chat')
      and created_by_id is not null
    union all
    select '%' || customer_id from threads
    where conversation_id = conversation and state <> 'draft' and type <> 'lineitem' and customer_id is not null
    union all
    select '$' || customer_id from conversations where id = conversation
    union all
    select '+' || tag_id from conversation_tags where conversation_id = conversation
    union all
    select '=' || field_id || ':' || value from conversation_fields
    where conversation_id = conversation and char_length(value) <= 255
  ) as held;
end;

create function week_of(moment timestamptz) returns integer language sql immutable parallel safe as $$
  select floor(extract(epoch from moment) / 604800)::integer
$$;

insert into searched_conversations (conversation_id, inbox_id, status, created_at, week)
select id, inbox_id, status, created_at, week_of(created_at) from conversations where state = 'published' order by id;
-- Its name comes after that of threads_by_conversation, without which gathering the words takes for ever: a dump that is
-- restored makes primary keys first and then the indexes in the order of their names.
create index words_of_conversations on searched_conversations
  using gin (week, searched_words(conversation_id, version));

-- Every order can be walked for one assignee from its index alone, and a query that asks for nothing but these columns is
-- counted from the first.
drop index conversations_by_age, conversations_by_change, conversations_by_wait, conversations_by_number,
  conversations_by_subject, conversations_by_customer_name, conversations_by_customer_email;
create index conversations_by_age on conversations (inbox_id, status, created_at, id)
  include (modified_at, number, assignee_id, has_attachments, home_folder) where state = 'published';
create index conversations_with_attachments on conversations (inbox_id, status, created_at, id)
  where state = 'published' and has_attachments;
create index conversations_by_change on conversations (inbox_id, status, modified_at, id)
  include (assignee_id) where state = 'published';
create index conversations_by_wait on conversations (inbox_id, status, waiting_since, id)
  include (assignee_id) where state = 'published';
-- The longest wait last, and after it those who wait for nothing: the other index has them first, read backwards.
create index conversations_by_wait_down on conversations (inbox_id, status, waiting_since desc nulls last, id desc)
  include (assignee_id) where state = 'published';
create index conversations_by_number on conversations (inbox_id, status, number, id)
  include (assignee_id) where state = 'published';
create index conversations_by_subject on conversations (inbox_id, status, subject_key, id)
  include (assignee_id) where state = 'published';
create index conversations_by_customer_name on conversations (inbox_id, status, customer_name_key, id)
  include (assignee_id) where state = 'published';
create index conversations_by_customer_email on conversations (inbox_id, status, customer_email_key, id)
  include (assignee_id) where state = 'published';

create function list_searched_conversation() returns trigger language plpgsql as $$
begin
  if new.state <> 'published' then
    delete from searched_conversations where conversation_id = new.id;
    return null;
  end if;
  insert into searched_conversations as listed (conversation_id, inbox_id, status, created_at, week)
  values (new.id, new.inbox_id, new.status, new.created_at, week_of(new.created_at))
  on conflict (conversation_id) do update
  set inbox_id = new.inbox_id, status = new.status,
    version = listed.version + (new.customer_id is distinct from old.customer_id)::integer;
  return null;
end $$;
create trigger list_new_searched_conversation after insert on conversations
  for each row execute function list_searched_conversation();
create trigger list_changed_searched_conversation after update of inbox_id, status, state, customer_id on conversations
  for each row when ((old.inbox_id, old.status, old.state, old.customer_id)
    is distinct from (new.inbox_id, new.status, new.state, new.customer_id))
  execute function list_searched_conversation();

-- The lock is a statement of its own: the one after it sees what another writer of the same conversation has committed.
create function renew_searched_words(changed bigint[]) returns void language plpgsql as $$
begin
  perform from searched_conversations where conversation_id = any(changed) order by conversation_id for update;
  update searched_conversations set version = version + 1 where conversation_id = any(changed);
end $$;

create function note_changed_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform renew_searched_words(array(select conversation_id from changed union select conversation_id from before));
  else
    perform renew_searched_words(array(select distinct conversation_id from changed));
  end if;
  return null;
end $$;
create trigger note_new_entries after insert on search_entries referencing new table as changed
  for each statement execute function note_changed_entries();
create trigger note_changed_entries after update on search_entries referencing old table as before new table as changed
  for each statement execute function note_changed_entries();
create trigger note_gone_entries after delete on search_entries referencing old table as changed
  for each statement execute function note_changed_entries();

create trigger note_new_tags after insert on conversation_tags referencing new table as changed
  for each statement execute function note_changed_entries();
create trigger note_new_fields after insert on conversation_fields referencing new table as changed
  for each statement execute function note_changed_entries();
create trigger note_changed_fields after update on conversation_fields
  referencing old table as before new table as changed for each statement execute function note_changed_entries();
-- Where a tag or a field itself goes, from any number of conversations, nobody can ask for it any more.
create trigger note_gone_tags after delete on conversation_tags referencing old table as changed
  for each statement when (current_setting('deskhand.word_goes', true) is distinct from 'on')
  execute function note_changed_entries();
create trigger note_gone_fields after delete on conversation_fields referencing old table as changed
  for each statement when (current_setting('deskhand.word_goes', true) is distinct from 'on')
  execute function note_changed_entries();

create function note_changed_thread() returns trigger language plpgsql as $$
begin
  perform renew_searched_words(array[old.conversation_id, new.conversation_id]);
  return null;
end $$;
create trigger note_changed_thread
  after update of conversation_id, type, state, created_by_id, customer_id on threads
  for each row when ((old.conversation_id, old.type, old.state, old.created_by_id, old.customer_id)
    is distinct from (new.conversation_id, new.type, new.state, new.created_by_id, new.customer_id))
  execute function note_changed_thread();

-- The words of a field's value as search/words.ts makes them, where that is plain: ASCII, and no word of more than 64
-- letters, which would be cut. Null otherwise.
create function plain_words(value text) returns text[] language sql immutable parallel safe as $$
  select case when octet_length(value) = char_length(value) and value !~ '[a-zA-Z0-9]{65}'
    then regexp_split_to_array(lower(value), '[^a-z0-9]+') end
$$;
create index conversation_fields_by_word on conversation_fields using gin (field_id, plain_words(value));
create index conversation_fields_not_plain on conversation_fields (field_id) where plain_words(value) is null;

-- As they are asked for, and with nothing to look up in the rows.
drop index conversation_fields_by_value;
create index conversation_fields_by_value on conversation_fields (field_id, value, conversation_id)
  where char_length(value) <= 255;

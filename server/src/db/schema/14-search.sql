-- One entry for each published thread with a body, and one (thread 0) for each subject. The words come from
-- search/words.ts: lower case, no accents, no markup, labelled A for subjects, B for addresses, D for bodies.
create table search_entries (
  conversation_id bigint not null references conversations on delete cascade,
  thread_id bigint not null,
  words tsvector not null,
  primary key (conversation_id, thread_id)
);

-- One document for each conversation, updated by the transactions that change it. Inbox, status, state and created_at are
-- copies, so that a search by age does not read the conversations.
create table search_documents (
  conversation_id bigint primary key references conversations on delete cascade,
  inbox_id bigint not null,
  status text not null,
  state text not null,
  created_at timestamptz(3) not null,
  words tsvector not null
);
alter table search_documents alter column words set storage external;
-- So that ANALYZE records the frequency of words that one of 200 conversations has: it decides how a page is found.
alter table search_documents alter column words set statistics 300;
create index search_documents_by_word on search_documents using gin (words);

-- The document of a conversation. word: in the text of a thread; /word: in the subject; @address and @@domain: of a thread,
-- @@domain also of the customer; $id: the customer; %id: a customer who wrote; #id: a user who replied; +id: a tag;
-- =id:value and ~id:word: of a field.
create function document_words(conversation bigint) returns tsvector language plpgsql stable
  set plan_cache_mode = force_generic_plan as $$
declare
  found text[] := array(
    select unnest(tsvector_to_array(ts_filter(words, '{d}'))) from search_entries
    where conversation_id = conversation and thread_id > 0
    union all
    select '/' || unnest(tsvector_to_array(words)) from search_entries
    where conversation_id = conversation and thread_id = 0
    union all
    select unnest(address_marks(array(
      select distinct unnest(tsvector_to_array(ts_filter(words, '{b}'))) from search_entries
      where conversation_id = conversation and thread_id > 0)))
    union all
    select unnest(thread_marks(type, state, created_by_id, customer_id)) from threads where conversation_id = conversation
    union all
    select '$' || customer_id from conversations where id = conversation
    union all
    select '@@' || email_domain(value) from customer_emails
    where customer_id = (select customer_id from conversations where id = conversation)
    union all
    select '+' || tag_id from conversation_tags where conversation_id = conversation
    union all
    select '=' || field_id || ':' || value from conversation_fields
    where conversation_id = conversation and char_length(value) <= 255
    union all
    select '~' || field_id || ':' || word from conversation_fields, unnest(plain_words(value)) as word
    where conversation_id = conversation and char_length(value) <= 255 and word <> '');
begin
  -- PostgreSQL's limit is 1 MB.
  return array_to_tsvector(case when cardinality(found) > 2000 then fitting_words(found) else found end);
end $$;

create function thread_marks(type text, state text, created_by_id bigint, customer_id bigint) returns text[]
  language sql immutable as $$
  select array_remove(array[
    case when state not in ('draft', 'review') and type in ('message', 'chat') then '#' || created_by_id end,
    case when state <> 'draft' and type <> 'lineitem' then '%' || customer_id end], null)
$$;

create function address_marks(addresses text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct mark), '{}') from unnest(addresses) as address,
    unnest(array['@' || address, '@@' || public.email_domain(address)]) as mark
$$;

-- A tsvector has at most 1 MB. Of more words, the last in the alphabet are left out.
create function fitting_words(words text[]) returns text[] language sql immutable parallel safe as $$
  select array_agg(word) filter (where bytes < 1000000)
  from (
    select word, sum(octet_length(word)) over (order by word collate "C") as bytes
    from (select distinct word from unnest(words) as word) as each
  ) as sized
$$;

-- The lock is a statement of its own: the one after it sees what other writers of the conversation have committed.
create function renew_search_documents(changed bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_documents where conversation_id = any(changed) order by conversation_id for update;
  update search_documents set words = document_words(conversation_id) where conversation_id = any(changed);
end $$;

-- Adds the words of a new thread to the document; any other change builds it anew.
create function note_new_entries() returns trigger
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  named bigint[] := array(select distinct conversation_id from changed order by 1);
  known bigint[] := array(
    select conversation_id from search_documents where conversation_id = any(named) order by 1 for update);
begin
  if exists (
    select from changed join search_documents documents using (conversation_id)
    where thread_id = 0 or length(changed.words) + length(documents.words) > 2000)
  then
    perform renew_search_documents(known);
  elsif cardinality(known) > 0 then
    update search_documents documents set words = documents.words || added.words
    from (
      select changed.conversation_id, array_to_tsvector(array_agg(distinct word)) as words
      from changed left join threads on threads.id = thread_id, unnest(
        tsvector_to_array(ts_filter(changed.words, '{d}')) || address_marks(tsvector_to_array(ts_filter(changed.words, '{b}')))
          || thread_marks(threads.type, threads.state, threads.created_by_id, threads.customer_id)) as word
      group by 1
    ) added
    where documents.conversation_id = added.conversation_id;
  end if;
  insert into search_documents (conversation_id, inbox_id, status, state, created_at, words)
  select id, inbox_id, status, state, created_at, document_words(id) from conversations
  where id = any(named) and id <> all(known) order by id
  on conflict (conversation_id) do update set words = document_words(excluded.conversation_id);
  return null;
end $$;
create trigger note_new_entries after insert on search_entries referencing new table as changed
  for each statement execute function note_new_entries();

create function note_changed_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform renew_search_documents(array(select conversation_id from changed union select conversation_id from before));
  else
    perform renew_search_documents(array(select distinct conversation_id from changed));
  end if;
  return null;
end $$;
create trigger note_changed_entries after update on search_entries referencing old table as before new table as changed
  for each statement execute function note_changed_entries();
create trigger note_gone_entries after delete on search_entries referencing old table as changed
  for each statement execute function note_changed_entries();
create trigger note_new_tags after insert on conversation_tags referencing new table as changed
  for each statement execute function note_changed_entries();
create trigger note_new_fields after insert on conversation_fields referencing new table as changed
  for each statement execute function note_changed_entries();
create trigger note_changed_fields after update on conversation_fields
  referencing old table as before new table as changed
  for each statement execute function note_changed_entries();
-- While a tag or a field itself is deleted, from any number of conversations, its words may stay: nobody can search for
-- them any more.
create trigger note_gone_tags after delete on conversation_tags referencing old table as changed
  for each statement when (current_setting('deskhand.word_goes', true) is distinct from 'on')
  execute function note_changed_entries();
create trigger note_gone_fields after delete on conversation_fields referencing old table as changed
  for each statement when (current_setting('deskhand.word_goes', true) is distinct from 'on')
  execute function note_changed_entries();

create function note_changed_thread() returns trigger language plpgsql as $$
begin
  perform renew_search_documents(array[old.conversation_id, new.conversation_id]);
  return null;
end $$;
create trigger note_changed_thread after update of conversation_id, type, state, created_by_id, customer_id on threads
  for each row when ((old.conversation_id, old.type, old.state, old.created_by_id, old.customer_id)
    is distinct from (new.conversation_id, new.type, new.state, new.created_by_id, new.customer_id))
  execute function note_changed_thread();

create function copy_conversation_to_document() returns trigger language plpgsql as $$
begin
  update search_documents set inbox_id = new.inbox_id, status = new.status, state = new.state
  where conversation_id = new.id;
  if old.customer_id <> new.customer_id then
    perform renew_search_documents(array[new.id]);
  end if;
  return null;
end $$;
create trigger copy_conversation_to_document after update of inbox_id, status, state, customer_id on conversations
  for each row when ((old.inbox_id, old.status, old.state, old.customer_id)
    is distinct from (new.inbox_id, new.status, new.state, new.customer_id))
  execute function copy_conversation_to_document();

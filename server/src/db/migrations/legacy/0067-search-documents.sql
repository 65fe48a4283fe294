-- Each conversation has one row with the words it is found by, kept by the transactions that change them, and an ordinary
-- index over it. Before, the index was over a function that read other tables, which a dump could not restore.

drop trigger note_changed_conversations on conversations;
drop trigger note_gone_conversations on conversations;
drop trigger note_new_conversations on conversations;
drop trigger note_changed_words on search_entries;
drop trigger note_gone_words on search_entries;
drop trigger note_new_words on search_entries;
drop trigger list_changed_searched_conversation on conversations;
drop table searched_conversations, new_words, conversation_changes, conversation_changes_kept;
drop function searched_words, renew_searched_words, list_searched_conversation, note_conversation_changes,
  forget_conversation_changes;
drop aggregate words_together(tsvector);

-- Inbox, status, state and moment are copied, so that a search by age need not look at the conversations.
create table search_documents (
  conversation_id bigint primary key references conversations on delete cascade,
  inbox_id bigint not null,
  status text not null,
  state text not null,
  created_at timestamptz(3) not null,
  words tsvector not null
);
alter table search_documents alter column words set storage external;
-- So that ANALYZE knows the share of words that one of 200 conversations has: it decides how a page is found.
alter table search_documents alter column words set statistics 300;

-- word: in the text of a thread; /word: in the subject; @address and @@domain: of a thread, @@domain also of the customer;
-- $id: the customer; %id: a customer who wrote; #id: a user who replied; +id: a tag; =id:value and ~id:word: of a field.
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

insert into search_documents (conversation_id, inbox_id, status, state, created_at, words)
select id, inbox_id, status, state, created_at, document_words(id) from conversations order by id;
create index search_documents_by_word on search_documents using gin (words);
analyze search_documents;

-- Whoever changes one waits for those who are changing it, and then reads what they wrote.
create function renew_search_documents(changed bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_documents where conversation_id = any(changed) order by conversation_id for update;
  update search_documents set words = document_words(conversation_id) where conversation_id = any(changed);
end $$;

create or replace function note_changed_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform renew_search_documents(array(select conversation_id from changed union select conversation_id from before));
  else
    perform renew_search_documents(array(select distinct conversation_id from changed));
  end if;
  return null;
end $$;

create or replace function note_changed_thread() returns trigger language plpgsql as $$
begin
  perform renew_search_documents(array[old.conversation_id, new.conversation_id]);
  return null;
end $$;

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

-- Words of an added thread join those that are there; all else is gathered anew.
create or replace function note_new_entries() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
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

create or replace function copy_email_change() returns trigger language plpgsql as $$
declare
  customer bigint;
  first customer_emails;
  looks_other boolean;
  theirs bigint[];
begin
  for customer in
    select id from customers where id in (old.customer_id, new.customer_id) order by id for no key update
  loop
    update customers set addresses = addresses_of(id) where id = customer and addresses <> addresses_of(id);
    select * into first from customer_emails where customer_id = customer order by id limit 1;
    looks_other := (first.id is null or coalesce(new.id, old.id) <= first.id)
      and (old.value, old.customer_id) is distinct from (new.value, new.customer_id);
    update conversations set customer_email_key = sort_key(coalesce(first.value, ''))
    where customer_id = customer and (looks_other or customer_email_key <> sort_key(coalesce(first.value, '')));
    if looks_other then
      perform touch_created_conversations(customer);
    end if;
    if (email_domain(old.value), old.customer_id) is distinct from (email_domain(new.value), new.customer_id) then
      theirs := array(select id from conversations where customer_id = customer);
      if cardinality(theirs) > 0 then
        perform renew_search_documents(theirs);
      end if;
    end if;
  end loop;
  return null;
end $$;

-- Documents have the words of fields now.
drop index conversation_fields_by_word;

-- Conversations are no longer counted by the weeks in which they began and changed.
drop view week_totals, change_week_totals;
drop table week_counts, change_week_counts;
alter table conversation_count_changes drop column week, drop column changed_week, drop column lowest_number,
  drop column highest_number, drop column lowest_id, drop column highest_id;
alter type conversation_change drop attribute week, drop attribute changed_week, drop attribute number;

create or replace function count_conversations() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
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

create or replace function count_new_conversations() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into conversation_count_changes (inbox_id, status, home_folder, assignee_id, amount)
  select inbox_id, status, home_folder, coalesce(assignee_id, 0), count(*) from came group by 1, 2, 3, 4;

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

drop function week_of, start_of_week;

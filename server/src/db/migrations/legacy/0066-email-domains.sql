-- `email:` finds all addresses of a domain: those of a conversation's threads and those of its customer. The index of words
-- has a mark for each domain.

create function email_domain(address text) returns text language sql immutable parallel safe as $$
  select lower(substring(address from '[^@]*$'))
$$;
create index customer_emails_by_domain on customer_emails (email_domain(value), customer_id);

-- How the index of words marks addresses: @ and the whole one, @@ and its domain.
create function address_marks(addresses text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct mark), '{}') from unnest(addresses) as address,
    unnest(array['@' || address, '@@' || public.email_domain(address)]) as mark
$$;

drop index words_of_conversations;

create or replace function searched_words(conversation bigint, version integer) returns tsvector
  language plpgsql immutable parallel safe cost 100000 as $$
declare
  amount bigint;
  bodies tsvector;
  marked text[];
begin
  select max(total), public.words_together(strip(ts_filter(words, '{d}'))) filter (where thread_id > 0 and total <= 2000),
    public.address_marks(tsvector_to_array(
      public.words_together(strip(ts_filter(words, '{b}'))) filter (where thread_id > 0 and total <= 2000)))
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
    select '@@' || public.email_domain(value) from public.customer_emails
    where customer_id = (select customer_id from public.conversations where id = conversation)
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
      select unnest(public.address_marks(tsvector_to_array(ts_filter(words, '{b}')))) from public.search_entries
      where conversation_id = conversation and thread_id > 0));
  end if;
  return bodies || array_to_tsvector(marked);
end $$;

-- The new index has the words that waited for the old one.
delete from new_words;
create index words_of_conversations on searched_conversations
  using gin (week, searched_words(conversation_id, version));

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
        address_marks(tsvector_to_array(ts_filter(words, '{b}'))) || array[
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
        perform renew_searched_words(theirs);
      end if;
    end if;
  end loop;
  return null;
end $$;

-- Customers, organizations' conversations and ratings are walked as ADR 4 says; ADR 21 says why each of these is here.

-- The words of a name as searches compare them: lower case, without accents, punctuation gone, each between single
-- spaces. A character of a script without spaces between words is a word. What is looked for goes through it too.
create function words_of_name(name text) returns text language sql immutable parallel safe as $$
  select coalesce(' ' || nullif(btrim(
    regexp_replace(
      regexp_replace(
        normalize(
          replace(replace(replace(replace(translate(
            regexp_replace(
              lower(normalize(name, nfkd)),
              '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
              '', 'g'),
            'øłđðħŧıĸƒς', 'olddhtikfσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          nfc),
        '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fff\u3040-\u30fa\u30fc-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])',
        ' \1 ', 'g'),
      '[\u0001-/:-@\[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\u30fb]+',
      ' ', 'g')), '') || ' ', '')
$$;

drop index customers_by_age, customers_by_first_name, customers_by_last_name, customers_named_like, customer_emails_like;

-- All of them in lower case, one a line: who looks for part of one need not look beyond the customer.
alter table customers add column addresses text not null default '';
create function addresses_of(customer bigint) returns text language sql stable as $$
  select coalesce(string_agg(lower(value), e'\n' order by id), '') from customer_emails where customer_id = customer
$$;
update customers set addresses = addresses_of(id) where addresses <> addresses_of(id);

alter table customers
  add column first_name_key text collate "C" generated always as (lower(first_name)) stored,
  add column last_name_key text collate "C" generated always as (lower(last_name)) stored,
  add column first_name_words text not null generated always as (words_of_name(first_name)) stored,
  add column last_name_words text not null generated always as (words_of_name(last_name)) stored,
  add column name_words text not null
    generated always as (words_of_name(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) stored;
-- With the moment of the last change, which is then a filter that the walk itself can answer.
create index customers_by_age on customers (created_at, id) include (updated_at);
create index customers_by_first_name on customers (first_name_key, created_at, id) include (updated_at);
create index customers_by_last_name on customers (last_name_key, created_at, id) include (updated_at);
create index customers_like on customers using gin (name_words gin_trgm_ops, addresses gin_trgm_ops);

-- As in migration 0006, and now for both customers when an address goes from one to another. In id order, so that two
-- who exchange theirs wait for one another instead of deadlocking.
create or replace function copy_email_change() returns trigger language plpgsql as $$
declare
  customer bigint;
  address text;
begin
  for customer in
    select id from customers where id in (old.customer_id, new.customer_id) order by id for no key update
  loop
    update customers set addresses = addresses_of(id) where id = customer and addresses <> addresses_of(id);
    address := sort_key(first_email(customer));
    update conversations set customer_email_key = address where customer_id = customer and customer_email_key <> address;
  end loop;
  return null;
end $$;

-- An inbox's customers by age, and how many they are.
alter table customer_inboxes
  -- A column of its own: a condition on the count in an index would make every count a write to that index.
  add column holds boolean not null generated always as (conversation_count > 0) stored,
  -- The customer's own, which never changes.
  add column customer_created_at timestamptz(3);
update customer_inboxes set customer_created_at = created_at from customers where customers.id = customer_id;
alter table customer_inboxes alter column customer_created_at set not null;
drop index customer_inboxes_by_inbox;
create index customer_inboxes_by_inbox on customer_inboxes (inbox_id, customer_created_at, customer_id) where holds;

create function copy_customer_age() returns trigger language plpgsql as $$
begin
  select created_at into new.customer_created_at from customers where id = new.customer_id;
  return new;
end $$;
create trigger copy_customer_age before insert on customer_inboxes
  for each row when (new.customer_created_at is null) execute function copy_customer_age();

create function customers_of(inbox bigint) returns text language sql immutable parallel safe as $$
  select 'customers of inbox ' || inbox
$$;
insert into table_counts (table_name, amount)
select customers_of(inbox_id), count(*) from customer_inboxes where holds group by inbox_id;

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

-- One walk per inbox, as all lists of conversations; with every state, for an organization that is deleted.
drop index conversations_by_organization;
create index conversations_by_organization on conversations (organization_id, inbox_id, state, created_at, id)
  where organization_id is not null;
create index organization_domains_like on organization_domains using gin (domain gin_trgm_ops);

-- Ratings carry what their list asks of the conversation.
alter table ratings
  add column inbox_id bigint,
  -- Whether the conversation is published.
  add column listed boolean;
update ratings set inbox_id = conversations.inbox_id, listed = state = 'published'
from conversations where conversations.id = conversation_id;
alter table ratings alter column inbox_id set not null, alter column listed set not null;
drop index ratings_by_change, ratings_by_user;
create index ratings_by_inbox on ratings (inbox_id, modified_at, id) include (rating, user_id) where listed;
create index ratings_by_user on ratings (user_id, modified_at, id) include (inbox_id, rating) where listed;

-- The lock makes whoever moves the conversation and whoever rates it wait for one another.
create function copy_conversation_to_rating() returns trigger language plpgsql as $$
begin
  select inbox_id, state = 'published' into new.inbox_id, new.listed
  from conversations where id = new.conversation_id for share;
  return new;
end $$;
create trigger copy_conversation_to_rating before insert or update of conversation_id on ratings
  for each row execute function copy_conversation_to_rating();

create function copy_conversation_change() returns trigger language plpgsql as $$
begin
  update ratings set inbox_id = new.inbox_id, listed = new.state = 'published' where conversation_id = new.id;
  return null;
end $$;
create trigger copy_conversation_change after update of inbox_id, state on conversations
  for each row when (old.inbox_id <> new.inbox_id or old.state <> new.state) execute function copy_conversation_change();

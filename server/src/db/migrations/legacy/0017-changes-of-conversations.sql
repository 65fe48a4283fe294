-- What becomes of the conversation when a draft or a reply in review is published; nothing for published ones.
alter table threads
  add column then_status text check (then_status in ('active', 'closed', 'pending', 'spam')),
  add column then_assigns boolean not null default false,
  add column then_assignee_id bigint references users (id);

-- As it was first written, where somebody has changed it since.
alter table threads add column original_body text;

-- Somebody wants it unassigned: routing passes it by until it is assigned or reopened.
alter table conversations add column kept_unassigned boolean not null default false;

-- Those that routing gives to somebody, the longest waiting first.
create index conversations_waiting on conversations (inbox_id, created_at, id)
  where home_folder = 'unassigned' and status = 'active' and not kept_unassigned;

-- A change of status or inbox finds room beside its row, and so leaves the index of words alone (ADR 20).
alter table searched_conversations set (fillfactor = 80);

-- The customer is held first and read then: whoever waits for the lock would otherwise read the addresses as they were before.
create or replace function copy_customer_to_conversation() returns trigger language plpgsql as $$
begin
  perform from customers where id = new.customer_id for share;
  select sort_key(concat_ws(' ', first_name, last_name)), sort_key(first_email(id)), organization_id
  into new.customer_name_key, new.customer_email_key, new.organization_id
  from customers where id = new.customer_id;
  return new;
end $$;

alter table mail_connections
  -- What becomes of conversations from mail that was there before the desk fetched.
  add column backfill_status text not null default 'closed' check (backfill_status in ('closed', 'active')),
  -- Since when the desk fetches from this account and folder. What they held before that is old mail.
  add column fetches_since timestamptz(3) not null default now();
update mail_connections set fetches_since = created_at;

-- Of old mail: the status of the conversation that it becomes. Nothing is sent, told or assigned because of it.
alter table mail_messages add column imported_as text check (imported_as in ('closed', 'active'));

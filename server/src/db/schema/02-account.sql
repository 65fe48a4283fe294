-- A database has one desk, and this table one row.
create table account (
  id smallint primary key default 1 check (id = 1),
  name text not null default 'My desk' check (char_length(name) between 1 and 120),
  -- When the owner named the desk. Until then the first sign-in leads to the set-up page.
  set_up_at timestamptz(3),
  -- Signs cursors. Two random UUIDs have 244 random bits.
  signing_key bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  -- Automatic workflows act in this user's name; the first run creates the user.
  workflow_user_id bigint references users on delete set null,
  -- Conversations older than this take no new threads; null sets no limit.
  old_conversation_days integer check (old_conversation_days between 1 and 36500),
  -- How long data is kept. Null follows the operator's setting.
  deleted_days integer check (deleted_days between 1 and 36500),
  spam_days integer check (spam_days between 1 and 36500),
  raw_mail_days integer check (raw_mail_days between 1 and 36500),
  event_days integer check (event_days between 1 and 36500),
  delivery_days integer check (delivery_days between 3 and 3650),
  created_at timestamptz(3) not null default now()
);
insert into account default values;

-- When the desk is staffed. Without a row it always is.
create table office_hours (
  id boolean primary key default true check (id),
  timezone text not null check (char_length(timezone) between 1 and 60),
  hours jsonb not null check (jsonb_typeof(hours) = 'array'),
  updated_at timestamptz(3) not null
);

-- The rows of the sample desk that the first start creates, so that they can be removed together.
create table sample_rows (
  table_name text not null,
  row_id bigint not null,
  primary key (table_name, row_id)
);

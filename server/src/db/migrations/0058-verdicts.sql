-- One node at a time refreshes the access token of a connection, because providers end a refresh token on its first use.
-- The others read the new one here. Encrypted, as the secret is.
alter table mail_connections
  add column access_token bytea,
  add column access_token_until timestamptz(3),
  add column refresher uuid,
  add column refreshed_until timestamptz(3);

alter table mail_messages
  -- When its sender is checked next; null when that is decided, or was tried often enough.
  add column judge_at timestamptz(3),
  add column judge_attempts integer not null default 0;
create index mail_messages_to_judge on mail_messages (judge_at) where judge_at is not null;

-- Who has asked for a new password, and the one link that lets them choose it. Only its hash is kept.
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  -- A link is owed since then; null when it was made, or nobody asked.
  asked_at timestamptz(3),
  hash bytea unique check (octet_length(hash) = 32),
  expires_at timestamptz(3) not null,
  check (asked_at is not null or hash is not null)
);
create index password_resets_by_expiry on password_resets (expires_at);

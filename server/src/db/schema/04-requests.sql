-- The first response to an idempotency key, written in the transaction of the change itself.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status integer,
  headers jsonb,
  body jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- How many requests of each minute all nodes together have taken from the rate limit, in blocks.
create table rate_windows (
  minute timestamptz(3) primary key,
  taken bigint not null
);

-- The last request whose forwarded headers named an origin other than PUBLIC_URL. There is one row at most.
create table ignored_proxies (
  id smallint primary key default 1 check (id = 1),
  header text not null check (header in ('X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded')),
  -- The address of the connection, not the one in a header.
  address text not null check (char_length(address) <= 64),
  seen_at timestamptz(3) not null
);

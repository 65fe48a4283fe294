alter table webhooks
  -- Signs beside the new one until then, so that receivers can change theirs without missing anything.
  add column previous_secret text check (char_length(previous_secret) between 1 and 40),
  add column previous_secret_until timestamptz(3),
  -- Why the service itself has disabled it.
  add column disabled_reason text check (disabled_reason in ('gone', 'failing', 'owner')),
  -- Attempts in a row that failed: from a few on it is asked rarely, by one delivery at a time.
  add column failing integer not null default 0 check (failing >= 0),
  -- Nothing is sent to it before.
  add column paused_until timestamptz(3),
  -- Deliveries in a row that were given up.
  add column given_up integer not null default 0 check (given_up >= 0),
  -- Since it was made, for the metrics.
  add column attempt_count bigint not null default 0,
  add column failure_count bigint not null default 0,
  add constraint webhooks_previous_secret_check1 check ((previous_secret is null) = (previous_secret_until is null));

-- What is sent, once for all who are sent the same: the bytes of the first attempt and of every other.
create table webhook_messages (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz(3) not null default now()
);

-- No foreign keys: webhooks and messages go at once, and what is left of them is cleared away later.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null,
  message_id bigint not null,
  -- What receivers know it by, the same in every attempt.
  token uuid not null default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 60),
  -- Of the feed; a test has none.
  event_number bigint,
  -- Where it happened, which the webhook's owner must be able to see.
  inbox_id bigint,
  -- Those of one lane arrive one after the other: what it happened to, such as `convo:17`.
  lane text not null check (char_length(lane) between 1 and 60),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  -- Null while another of the lane comes first. Whoever takes it sets this to when the next may take it instead.
  due_at timestamptz(3),
  -- How often it was taken: who was overtaken has an old one.
  claims integer not null default 0,
  -- Attempts since it was first owed, or replayed: where on the schedule it is.
  tries integer not null default 0 check (tries >= 0),
  -- All there were: at, status or error, duration, the beginning of the answer.
  attempts jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  check (due_at is null or state = 'pending'),
  check ((settled_at is null) = (state = 'pending'))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, id) where due_at is not null;
create index webhook_deliveries_lanes on webhook_deliveries (webhook_id, lane, id) where state = 'pending';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where state = 'failed';
